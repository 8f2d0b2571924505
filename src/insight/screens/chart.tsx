import { useEffect, useRef } from 'react'
import { useTheme } from '../../ui/theme.ts'
import { type ChartPlan, type DrawnChart, drawChart } from './draw-chart.ts'

/**
 * A drawn chart, for screen readers a picture with a name; its numbers stand in the table beside it.
 * The plan must stay the same object while its numbers do.
 */
export function Chart({ name, plan }: { name: string; plan: ChartPlan }) {
  const place = useRef<HTMLDivElement>(null)
  const drawn = useRef<DrawnChart | null>(null)
  const theme = useTheme()

  useEffect(() => {
    const element = place.current
    if (!element) return
    const chart = drawChart(element, plan)
    drawn.current = chart
    const watch = new ResizeObserver(() => chart.resize(element.clientWidth))
    watch.observe(element)
    const system = matchMedia('(prefers-color-scheme: dark)')
    system.addEventListener('change', chart.redraw)
    return () => {
      system.removeEventListener('change', chart.redraw)
      watch.disconnect()
      chart.destroy()
      drawn.current = null
    }
  }, [plan])
  // biome-ignore lint/correctness/useExhaustiveDependencies: the colours hang on it
  useEffect(() => drawn.current?.redraw(), [theme])

  return (
    <div role="img" aria-label={name} className="min-h-56 w-full overflow-hidden">
      <div ref={place} className="w-full" />
    </div>
  )
}
