import type { BestCuts } from '../../../../src/bench/index.ts';
import { formatPercent } from '../../../../src/report/index.ts';

interface AlarmLineProps {
  readonly found: BestCuts | null;
  readonly tries: number;
  readonly tau: number;
}

const [WIDTH, HEIGHT, LEFT, RIGHT, BOTTOM, TOP] = [360, 130, 40, 16, 30, 12];

/** The share of honest games with a false alarm against how many places of the cuts were tried. */
export function AlarmLine({ found, tries, tau }: AlarmLineProps) {
  const shares = found === null ? [] : found.alarms.map((n) => n / found.asked.games);
  const most = Math.max(0.1, 1.2 * tau, ...shares) * 1.08;
  const x = (n: number) => LEFT + ((n - 1) / 99) * (WIDTH - LEFT - RIGHT);
  const y = (share: number) => HEIGHT - BOTTOM - (share / most) * (HEIGHT - BOTTOM - TOP);
  const now = shares[Math.min(tries, shares.length) - 1];
  const ticks = [0, 0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.8, 1].filter(
    (tick, i) => tick <= most && (most < 0.45 || i % 2 === 0),
  );
  return (
    <svg
      class="alarm-line"
      viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
      role="img"
      aria-label={`False alarms against places tried: ${
        found === null
          ? 'at work'
          : `${formatPercent(shares[0])} with the cuts that were fixed, ${formatPercent(now)} with the best of ${tries}, ${formatPercent(shares[shares.length - 1])} with the best of ${shares.length}; ${formatPercent(tau)} are allowed`
      }.`}
    >
      {ticks.map((tick) => (
        <g key={tick}>
          <line x1={LEFT} x2={WIDTH - RIGHT} y1={y(tick)} y2={y(tick)} class="alarm-grid" />
          <text x={LEFT - 5} y={y(tick) + 4} text-anchor="end" class="alarm-tick">
            {formatPercent(tick)}
          </text>
        </g>
      ))}
      <line x1={LEFT} x2={WIDTH - RIGHT} y1={y(tau)} y2={y(tau)} class="alarm-limit" />
      <text x={WIDTH - RIGHT} y={y(tau) - 4} text-anchor="end" class="alarm-limit-name">
        {formatPercent(tau)} allowed
      </text>
      {shares.length === 0 ? null : (
        <path
          d={`M${shares.map((share, i) => `${x(i + 1).toFixed(1)} ${y(share).toFixed(1)}`).join('L')}`}
          class="alarm-path"
        />
      )}
      {now === undefined ? null : <circle cx={x(tries)} cy={y(now)} r="5.5" class="alarm-now" />}
      {[1, 25, 50, 75, 100].map((n) => (
        <text key={n} x={x(n)} y={HEIGHT - BOTTOM + 14} text-anchor="middle" class="alarm-tick">
          {n}
        </text>
      ))}
      <text x={(LEFT + WIDTH) / 2} y={HEIGHT - 3} text-anchor="middle" class="alarm-tick">
        places tried
      </text>
    </svg>
  );
}
