// A QR code, dark on white whatever the page's colours, as cameras need it.
import encode from 'qr'

const quietZone = 4

export function Qr({ text, label }: { text: string; label: string }) {
  const rows = encode(text, 'raw', { ecc: 'medium', border: quietZone })
  const size = rows.length
  return (
    <svg
      class="qr"
      role="img"
      aria-label={label}
      viewBox={`0 0 ${size} ${size}`}
      shape-rendering="crispEdges"
    >
      <path stroke="#000" d={rows.map(strokesOf).join('')} />
    </svg>
  )
}

/** The dark runs of a row as strokes: a sheet has thousands of codes, and a square for each module would cost four times as much. */
function strokesOf(row: readonly boolean[], y: number): string {
  return row.reduce((path, isDark, x) => {
    if (!isDark || row[x - 1]) return path
    const end = row.indexOf(false, x)
    return `${path}M${x} ${y + 0.5}h${(end < 0 ? row.length : end) - x}`
  }, '')
}
