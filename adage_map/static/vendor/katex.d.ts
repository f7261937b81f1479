export { default, render, renderToString, ParseError } from "katex";
