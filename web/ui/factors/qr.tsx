// A QR code, dark on white whatever the page's colours, as cameras need it.
import encode from 'qr'

const quietZone = 4

export function Qr({ text, label }: { text: string; label: string }) {
  const rows = encode(text, 'raw', { ecc: 'medium', border: quietZone })
  const size = rows.length
  const path = rows.flatMap((row, y) => row.flatMap((isDark, x) => (isDark ? `M${x} ${y}h1v1h-1z` : [])))
  return (
    <svg
      class="qr"
      role="img"
      aria-label={label}
      viewBox={`0 0 ${size} ${size}`}
      shape-rendering="crispEdges"
    >
      <path fill="#fff" d={`M0 0h${size}v${size}H0z`} />
      <path fill="#000" d={path.join('')} />
    </svg>
  )
}
