// What a person has chosen: theme, motion, view, single-key shortcuts. Kept in this browser only.

/** @typedef {{theme: string, motion: string, view: string, keys: string, length: string}} Prefs */

const DEFAULTS = { theme: 'system', motion: 'system', view: 'gl', keys: 'on', length: 'full' };
const NAME = 'adage-map';

/** @returns {Prefs} */
export function readPrefs() {
  try {
    return { ...DEFAULTS, ...JSON.parse(localStorage.getItem(NAME) ?? '{}') };
  } catch {
    // A browser that keeps nothing still shows the map.
    return { ...DEFAULTS };
  }
}

/** @param {Prefs} prefs */
export function keepPrefs(prefs) {
  try {
    localStorage.setItem(NAME, JSON.stringify(prefs));
  } catch {
    // As above.
  }
}

/** Put the theme on the page and call `changed` when the system's own choice changes. @param {Prefs} prefs @param {() => void} changed */
export function watchTheme(prefs, changed) {
  const dark = window.matchMedia('(prefers-color-scheme: dark)');
  const apply = () => {
    const name = prefs.theme === 'system' ? (dark.matches ? 'dark' : 'light') : prefs.theme;
    document.documentElement.dataset.theme = name;
    changed();
  };
  dark.addEventListener('change', apply);
  window.matchMedia('(forced-colors: active)').addEventListener('change', apply);
  apply();
  return apply;
}

/** Whether motion is to be cut, by the person's choice or the system's. @param {Prefs} prefs */
export function isStill(prefs) {
  if (prefs.motion !== 'system') return prefs.motion === 'reduce';
  return window.matchMedia('(prefers-reduced-motion: reduce)').matches;
}
