// Draws sums of money by day as bars, with the value of the day under the pointer or chosen by the arrow keys.
import { useEffect, useRef, useState } from 'preact/hooks'
import { formatMoney } from '../display/amount.tsx'
import { formatTime } from '../display/time.tsx'
import { formatNumber } from '../language/language.ts'

export type DaySum = { day: string; amount: number }

const height = 220
const below = 26
const left = 44
const above = 12
/** Room for a date. */
const labelWidth = 58

export function MoneyChart({
  label,
  days,
  currency,
}: {
  /** What the chart shows, for screen readers. */
  label: string
  days: readonly DaySum[]
  currency: string
}) {
  const container = useRef<HTMLDivElement>(null)
  const width = useWidth(container)
  const [chosen, setChosen] = useState<number>()
  const steps = niceSteps(Math.max(...days.map(({ amount }) => amount)))
  const most = steps.at(-1) ?? 1
  const room = Math.max(width - left, 0)
  const pitch = room / days.length
  const yOf = (amount: number) => above + (height - above - below) * (1 - amount / most)
  const pointAt = ({ offsetX }: { offsetX: number }) => {
    const i = Math.floor((offsetX - left) / pitch)
    setChosen(i >= 0 && i < days.length ? i : undefined)
  }
  const onKey = (event: KeyboardEvent) => {
    const step = { ArrowLeft: -1, ArrowRight: 1 }[event.key]
    if (step === undefined) return
    event.preventDefault()
    setChosen(Math.min(Math.max((chosen ?? days.length - (step < 0 ? 0 : 1)) + step, 0), days.length - 1))
  }
  const day = chosen === undefined ? undefined : days[chosen]
  return (
    <div class="money-chart" ref={container}>
      <p class="reading" aria-live="polite">
        {day && (
          <>
            <strong>{formatMoney(day.amount.toFixed(2), currency)}</strong> {formatTime(day.day, 'shortDay')}
          </>
        )}
      </p>
      <svg
        width={width}
        height={height}
        role="img"
        aria-label={label}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: with the focus, the arrow keys choose a day
        tabIndex={0}
        onPointerMove={pointAt}
        onPointerDown={pointAt}
        onPointerLeave={() => setChosen(undefined)}
        onBlur={() => setChosen(undefined)}
        onKeyDown={onKey}
      >
        {steps.map((step) => (
          <Step key={step} value={step} y={yOf(step)} width={width} />
        ))}
        {width > 0 && <Bars days={days} pitch={pitch} chosen={chosen} yOf={yOf} />}
      </svg>
    </div>
  )
}

function Step({ value, y, width }: { value: number; y: number; width: number }) {
  return (
    <g class="step">
      <path d={`M${left} ${y + 0.5}H${width}`} />
      <text x={left - 8} y={y + 4} text-anchor="end">
        {formatNumber(value, { notation: 'compact' })}
      </text>
    </g>
  )
}

function Bars({
  days,
  pitch,
  chosen,
  yOf,
}: {
  days: readonly DaySum[]
  /** Pixels for each day. */
  pitch: number
  chosen: number | undefined
  yOf: (amount: number) => number
}) {
  const thickness = Math.min(pitch * 0.62, 32)
  return (
    <>
      {days.map(({ day, amount }, i) => {
        const centre = left + (i + 0.5) * pitch
        const isLast = i === days.length - 1 && pitch < labelWidth
        return (
          <g key={day} class={chosen === undefined || chosen === i ? 'bar' : 'bar other'}>
            {amount !== 0 && (
              <path d={barPath(centre - thickness / 2, thickness, yOf(amount), height - below)} />
            )}
            {isLabelled(i, days.length, pitch) && (
              // The label of the last day ends with the drawing, where it would be cut.
              <text
                x={isLast ? left + days.length * pitch : centre}
                y={height - 8}
                text-anchor={isLast ? 'end' : 'middle'}
              >
                {formatTime(day, 'shortDay')}
              </text>
            )}
          </g>
        )
      })}
    </>
  )
}

/** The width of an element, in pixels; 0 before it is measured. */
export function useWidth(container: { current: HTMLElement | null }): number {
  const [width, setWidth] = useState(0)
  useEffect(() => {
    const { current } = container
    if (!current) return
    const watcher = new ResizeObserver(() => setWidth(current.clientWidth))
    watcher.observe(current)
    return () => watcher.disconnect()
  }, [])
  return width
}

/** A bar with a rounded top, at least a line high. A day without a sum has none. */
function barPath(x: number, thickness: number, top: number, bottom: number): string {
  const tall = Math.max(bottom - top, 1.5)
  const round = Math.min(5, thickness / 2, tall)
  const across = thickness - 2 * round
  return `M${x} ${bottom}v${round - tall}q0-${round} ${round}-${round}h${across}q${round} 0 ${round} ${round}V${bottom}z`
}

/** As many dates as fit, counted from the last day. */
function isLabelled(i: number, count: number, pitch: number): boolean {
  const every = Math.max(1, Math.ceil(labelWidth / Math.max(pitch, 1)))
  return (count - 1 - i) % every === 0
}

/** Up to four round steps from zero to at least the largest sum. */
export function niceSteps(most: number): number[] {
  const rough = Math.max(most, 1) / 3
  const power = 10 ** Math.floor(Math.log10(rough))
  const step = ([1, 2, 2.5, 5, 10].find((factor) => factor * power >= rough) ?? 10) * power
  return [0, 1, 2, 3]
    .map((count) => count * step)
    .filter((value, i) => i === 0 || value - step < most || i === 1)
}
