// Draws shares by hour as bars, each with a line at the share of the same hour a week before.
import { useRef } from 'preact/hooks'
import { formatShare } from '../../ui/display/amount.tsx'
import { useWidth } from '../../ui/figures/money-chart.tsx'
import { successTexts } from './success-texts.ts'

/** Shares from 0 to 1; undefined in an hour in which nothing has ended. */
export type HourShare = { hour: string; share: number | undefined; before: number | undefined }

const height = 200
const [left, above, below] = [52, 12, 26]
/** Room for an hour. */
const labelWidth = 52

export function HourChart({ label, hours }: { label: string; hours: readonly HourShare[] }) {
  const container = useRef<HTMLElement>(null)
  const width = useWidth(container)
  const pitch = Math.max(width - left, 0) / Math.max(hours.length, 1)
  const labelEvery = Math.max(1, Math.ceil(labelWidth / Math.max(pitch, 1)))
  const thickness = Math.min(pitch * 0.62, 32)
  const yOf = (share: number) => above + (height - above - below) * (1 - share)
  return (
    <figure class="money-chart" ref={container}>
      <svg width={width} height={height} role="img" aria-label={label}>
        {[0, 0.5, 1].map((share) => (
          <g key={share} class="step">
            <path d={`M${left} ${yOf(share) + 0.5}H${width}`} />
            <text x={left - 8} y={yOf(share) + 4} text-anchor="end">
              {formatShare(share)}
            </text>
          </g>
        ))}
        {width > 0 &&
          hours.map(({ hour, share, before }, i) => {
            const x = left + (i + 0.5) * pitch - thickness / 2
            return (
              <g key={hour} class="bar">
                {share !== undefined && <path d={barPath(x, yOf(share), thickness)} />}
                {before !== undefined && (
                  <path
                    class="before"
                    d={`M${x - 2} ${yOf(before) - 1}h${thickness + 4}v3h-${thickness + 4}z`}
                  />
                )}
                {(hours.length - 1 - i) % labelEvery === 0 && (
                  <text x={x + thickness / 2} y={height - 8} text-anchor="middle">
                    {hour}
                  </text>
                )}
              </g>
            )
          })}
      </svg>
      <figcaption class="small-print">{successTexts().legend}</figcaption>
    </figure>
  )
}

/** At least a line high, so that an hour in which all failed is seen. */
function barPath(x: number, top: number, thickness: number): string {
  const bottom = height - below
  return `M${x} ${bottom}V${Math.min(top, bottom - 2)}h${thickness}V${bottom}z`
}
