// The part of plotly-cartesian.min.js that the map calls; the script sets `window.Plotly`.
export interface Figure {
  data: Record<string, unknown>[];
  layout?: Record<string, unknown>;
  config?: Record<string, unknown>;
}
export interface PlotlyStatic {
  newPlot(element: HTMLElement, figure: Figure): Promise<HTMLElement>;
  react(element: HTMLElement, figure: Figure): Promise<HTMLElement>;
  purge(element: HTMLElement): void;
}
declare global {
  interface Window {
    Plotly?: PlotlyStatic;
  }
}
