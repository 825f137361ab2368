const LINE = / d="(M-?[\d.]+[, ]-?[\d.]+(?:L-?[\d.]+[, ]-?[\d.]+)+)(Z?)"/g;

/**
 * An SVG whose lines through many points take few characters: to a tenth of a pixel, each point told by its
 * distance from the one before, no point twice.
 */
export function shortPaths(svg: string): string {
  return svg.replace(LINE, (_, line: string, close: string) => ` d="${shortLine(line)}${close}"`);
}

/** Places are whole tenths, so that rounding does not add up from point to point. */
function shortLine(line: string): string {
  let [lastX, lastY, short] = [0, 0, ''];
  for (const point of line.slice(1).split('L')) {
    const [x, y] = point.split(/[, ]/).map((text) => Math.round(10 * Number(text)));
    const [right, down] = [tenths(x - lastX), tenths(y - lastY)];
    if (short === '') short = `M${right},${down}`;
    else if (x !== lastX && y !== lastY) short += `l${right}${down.startsWith('-') ? '' : ','}${down}`;
    else if (x !== lastX) short += `h${right}`;
    else if (y !== lastY) short += `v${down}`;
    [lastX, lastY] = [x, y];
  }
  return short;
}

/** A number of tenths, such as 1.5 or -.5. */
function tenths(count: number): string {
  return String(count / 10).replace(/^(-?)0\./, '$1.');
}
