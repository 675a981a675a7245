// Draws a bar chart on a canvas, in the page's colours and as wide as its container.
import uPlot from 'uplot'
import 'uplot/dist/uPlot.min.css'
import { formatNumber } from '../language/language.ts'
import type { ChartProps } from './chart.tsx'
import { formatTime } from './time.tsx'

const heightPx = 200
const dark = matchMedia('(prefers-color-scheme: dark)')

/** Draws the chart and returns a function that removes it. */
export function drawChart(container: HTMLElement, { days, series }: Omit<ChartProps, 'label'>): () => void {
  let plot = draw(container, days, series)
  const redraw = () => {
    plot.destroy()
    plot = draw(container, days, series)
  }
  const watcher = new ResizeObserver(() => plot.setSize({ width: container.clientWidth, height: heightPx }))
  watcher.observe(container)
  dark.addEventListener('change', redraw)
  return () => {
    watcher.disconnect()
    dark.removeEventListener('change', redraw)
    plot.destroy()
  }
}

function draw(container: HTMLElement, days: ChartProps['days'], series: ChartProps['series']): uPlot {
  const style = getComputedStyle(container)
  const colour = (name: string) => style.getPropertyValue(`--${name}`).trim()
  const font = `12px ${style.fontFamily}`
  const axis = { stroke: colour('soft'), font, ticks: { show: false } }
  const grid = { stroke: colour('hair'), width: 1 }
  const bars = uPlot.paths.bars?.({ size: [0.62, 28], radius: 0.2 })
  const options: uPlot.Options = {
    width: container.clientWidth,
    height: heightPx,
    padding: [12, 4, 0, 0],
    cursor: { show: false },
    legend: { show: false },
    scales: {
      x: { time: false, range: [-0.6, days.length - 0.4] },
      y: { range: (_, __, most) => [0, Math.max(most, 4)] },
    },
    axes: [
      {
        ...axis,
        grid: { show: false },
        size: 28,
        space: 56,
        incrs: [1, 2, 3, 4, 7],
        values: (_, splits) => splits.map((i) => (days[i] ? formatTime(days[i], 'shortDay') : '')),
      },
      {
        ...axis,
        grid,
        size: 44,
        incrs: wholeSteps,
        values: (_, splits) => splits.map((n) => formatNumber(n, { notation: 'compact' })),
      },
    ],
    series: [
      {},
      ...series.map(({ name }, i) => ({
        label: name,
        fill: colour(`series-${i + 1}`),
        stroke: colour(`series-${i + 1}`),
        width: 0,
        points: { show: false },
        ...(bars && { paths: bars }),
      })),
    ],
  }
  const data = [days.map((_, i) => i), ...series.map(({ values }) => [...values])] as uPlot.AlignedData
  return new uPlot(options, data, container)
}

/** Steps of the vertical axis: whole numbers only, since the charts count things. */
const wholeSteps = Array.from({ length: 9 }, (_, power) => [1, 2, 5].map((step) => step * 10 ** power)).flat()
