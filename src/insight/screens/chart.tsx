import { useEffect, useRef } from 'react'
import { useTheme } from '../../ui/theme.ts'
import { type ChartPlan, drawChart } from './draw-chart.ts'

/** A drawn chart. The plan must stay the same object while its numbers do. */
export function Chart({ plan }: { plan: ChartPlan }) {
  // Another theme is another canvas: it keeps the colours it was drawn in.
  return <Drawn key={useTheme()} plan={plan} />
}

/** All of the library's style sheet that a chart without legend and cursor needs. */
const layers =
  '[&_.u-wrap]:relative [&_.u-over]:absolute [&_.u-under]:absolute [&_.u-axis]:absolute [&_canvas]:block [&_canvas]:size-full'

function Drawn({ plan }: { plan: ChartPlan }) {
  const place = useRef<HTMLDivElement>(null)

  useEffect(() => {
    const element = place.current
    if (!element) return
    const chart = drawChart(element, plan)
    const watch = new ResizeObserver(() => chart.resize(element.clientWidth))
    watch.observe(element)
    const system = matchMedia('(prefers-color-scheme: dark)')
    system.addEventListener('change', chart.redraw)
    return () => {
      system.removeEventListener('change', chart.redraw)
      watch.disconnect()
      chart.destroy()
    }
  }, [plan])

  return <div ref={place} className={`min-h-56 w-full overflow-hidden ${layers}`} />
}
