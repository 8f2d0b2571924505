import { useEffect, useRef } from 'react'
import { type ChartPlan, drawChart } from './draw-chart.ts'

/** All of the library's style sheet that a chart without legend and cursor needs. */
const layers =
  '[&_.u-wrap]:relative [&_.u-over]:absolute [&_.u-under]:absolute [&_.u-axis]:absolute [&_canvas]:block [&_canvas]:size-full'

/**
 * A drawn chart. The plan must stay the same object while its numbers do. The theme is watched where it
 * stands: importing its file would split it from every page's first script.
 */
export function Chart({ plan }: { plan: ChartPlan }) {
  const place = useRef<HTMLDivElement>(null)

  useEffect(() => {
    const element = place.current
    if (!element) return
    const chart = drawChart(element, plan)
    const watch = new ResizeObserver(() => chart.resize(element.clientWidth))
    watch.observe(element)
    const system = matchMedia('(prefers-color-scheme: dark)')
    system.addEventListener('change', chart.redraw)
    const themes = new MutationObserver(chart.redraw)
    themes.observe(document.documentElement, { attributeFilter: ['data-theme'] })
    return () => {
      system.removeEventListener('change', chart.redraw)
      themes.disconnect()
      watch.disconnect()
      chart.destroy()
    }
  }, [plan])

  return <div ref={place} className={`min-h-56 w-full overflow-hidden ${layers}`} />
}
