import encode from 'qr'

/** Renders a QR code as a standalone SVG: dark on white on any background, with a quiet zone, in one path. */
export function qrSvg(text: string, ecc: 'low' | 'medium' = 'medium'): string {
  const rows = encode(text, 'raw', { ecc, border: 4 })
  const size = rows.length
  const path = rows.flatMap((row, y) => runsOf(row).map(({ x, width }) => `M${x} ${y}h${width}v1h-${width}z`))
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${size} ${size}" width="${size * 8}" height="${size * 8}" shape-rendering="crispEdges"><path fill="#fff" d="M0 0h${size}v${size}H0z"/><path d="${path.join('')}"/></svg>`
}

function runsOf(row: readonly boolean[]): { x: number; width: number }[] {
  const runs: { x: number; width: number }[] = []
  row.forEach((dark, x) => {
    if (!dark) return
    const last = runs.at(-1)
    if (last && last.x + last.width === x) last.width += 1
    else runs.push({ x, width: 1 })
  })
  return runs
}
