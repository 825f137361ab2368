/** What can come out with a record and without it, and how much of it could be either. */
export function Hills({ noise }: { readonly noise: number }) {
  const apart = 1 / noise;
  const [low, high] = [-3.2, apart + 3.2];
  const [width, base, height] = [1000, 172, 150];
  const x = (value: number) => ((value - low) / (high - low)) * width;
  const hill = (middle: number) => {
    const points = Array.from({ length: 121 }, (_, i) => {
      const value = low + (i / 120) * (high - low);
      return `${x(value).toFixed(1)} ${(base - height * Math.exp(-((value - middle) ** 2) / 2)).toFixed(1)}`;
    });
    return `M0 ${base}L${points.join('L')}L${width} ${base}Z`;
  };
  return (
    <>
      <svg viewBox={`0 0 ${width} 212`} preserveAspectRatio="none" aria-hidden="true" focusable="false">
        <path d={hill(0)} class="hill-out" />
        <path d={hill(apart)} class="hill-in" />
        <line x1="0" y1={base} x2={width} y2={base} class="hill-ground" />
      </svg>
      <span class="hill-name hill-name-out" style={{ left: `${x(0) / 10}%` }}>
        without the record
      </span>
      <span class="hill-name hill-name-in" style={{ left: `${x(apart) / 10}%` }}>
        with it
      </span>
      <span class="hill-axis">what comes out of the training</span>
    </>
  );
}
