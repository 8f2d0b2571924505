import uPlot from 'uplot'

export interface Series {
  label: string
  /** A custom property of the theme, e.g. `--color-leaf`. */
  color: string
  values: number[]
}

export interface ChartPlan {
  /** Read out in the place of the picture. */
  name: string
  series: Series[]
  kind: 'bars' | 'area'
  /** What stands below the x-th value. */
  nameX: (x: number) => string
  nameY: (value: number) => string
  /** The top of the axis; left out: the highest value. */
  highest?: number
}

export interface DrawnChart {
  resize: (width: number) => void
  /** In the colours of now. */
  redraw: () => void
  destroy: () => void
}

const heightInPx = 220

/** Draws into an element. The library draws on a canvas: colours are looked up when it does. */
export function drawChart(place: HTMLElement, plan: ChartPlan): DrawnChart {
  const { name, series, kind, nameX, nameY, highest } = plan
  const color = (name: string): string => resolveColor(place, name)
  const count = series[0]?.values.length ?? 0
  const axis = {
    stroke: () => color('--color-ink-soft'),
    grid: { stroke: () => color('--color-line'), width: 1 },
    ticks: { show: false },
    font: '12px system-ui, sans-serif',
  }
  /** Two series stand side by side, left and right of their place. */
  const pathsOf = (at: number): Pick<uPlot.Series, 'paths'> => {
    const paths = uPlot.paths.bars?.({ size: [0.7 / series.length, 40], align: at === 0 ? -1 : 1 })
    return kind === 'bars' && paths ? { paths } : {}
  }
  const chart = new uPlot(
    {
      width: Math.max(200, place.clientWidth),
      height: heightInPx,
      // Shown beside the figure and in its table.
      legend: { show: false },
      cursor: { show: false },
      scales: {
        x: { time: false, range: [-0.5, Math.max(0.5, count - 0.5)] },
        y: { range: (_, __, max) => [0, highest ?? Math.max(1, max * 1.08)] },
      },
      axes: [
        {
          ...axis,
          size: 32,
          space: 64,
          incrs: [1, 2, 5, 7, 10, 20, 30, 50, 60, 100],
          values: (_, at) => at.map((x) => (x >= 0 && x < count ? nameX(x) : '')),
        },
        { ...axis, size: 64, values: (_, at) => at.map(nameY) },
      ],
      series: [
        {},
        ...series.map((one, at) => ({
          label: one.label,
          stroke: () => color(one.color),
          fill: () => (kind === 'bars' ? color(one.color) : `${color(one.color)}33`),
          width: kind === 'bars' ? 0 : 2,
          points: { show: kind === 'area' && count === 1 },
          ...pathsOf(at),
        })),
      ],
    },
    [Array.from({ length: count }, (_, at) => at), ...series.map(({ values }) => values)],
    place,
  )
  // For screen readers a picture; its numbers stand in the table beside it.
  chart.ctx.canvas.setAttribute('role', 'img')
  chart.ctx.canvas.setAttribute('aria-label', name)
  return {
    resize: (width) => chart.setSize({ width: Math.max(200, width), height: heightInPx }),
    redraw: () => chart.redraw(),
    destroy: () => chart.destroy(),
  }
}

/** `light-dark()` is for style sheets only: what it is now as #rrggbb, which a canvas understands. */
function resolveColor(place: HTMLElement, name: string): string {
  const probe = document.createElement('i')
  probe.style.color = `var(${name})`
  place.append(probe)
  const [red = 0, green = 0, blue = 0] = (getComputedStyle(probe).color.match(/\d+/g) ?? []).map(
    Number,
  )
  probe.remove()
  return `#${[red, green, blue].map((part) => part.toString(16).padStart(2, '0')).join('')}`
}
