// The report as a self-contained page: figures, what was done and what happened meanwhile, and the checks.
import type { Report } from './report.ts'
import { isGood, plain } from './report.ts'

const escaped = (text: unknown) =>
  String(text).replace(
    /[&<>"]/g,
    (letter) => ({ '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' })[letter]!,
  )

const number = (value: number | undefined, unit = '') =>
  value === undefined ? '–' : `${value.toLocaleString('en')}${unit}`

const style = `
:root{color-scheme:light dark;--ink:#14213d;--soft:#5b6478;--line:#dfe3ec;--paper:#fff;--back:#f5f7fb;--good:#1f7a4d;--bad:#b3261e;--fault:#c2410c}
@media(prefers-color-scheme:dark){:root{--ink:#e8ecf5;--soft:#a3adc2;--line:#2d3650;--paper:#161c2e;--back:#0e1322;--good:#5cc48e;--bad:#ff8a80;--fault:#f59e6b}}
*{box-sizing:border-box}body{margin:0;background:var(--back);color:var(--ink);font:15px/1.5 system-ui,sans-serif}
main{max-width:1060px;margin:0 auto;padding:32px 20px 64px}h1{margin:0 0 4px;font-size:28px}h2{margin:36px 0 12px;font-size:18px}
.soft{color:var(--soft);font-size:13px}.verdict{display:inline-block;margin:16px 0;padding:8px 16px;border-radius:999px;font-weight:600;color:var(--paper);background:var(--good)}
.verdict.bad{background:var(--bad)}.cards{display:grid;grid-template-columns:repeat(auto-fit,minmax(165px,1fr));gap:12px}
.card,.panel{background:var(--paper);border:1px solid var(--line);border-radius:12px;padding:14px 16px}.panel{overflow-x:auto}
.card b{display:block;font-size:24px;font-variant-numeric:tabular-nums}.card span{color:var(--soft);font-size:13px}
table{width:100%;border-collapse:collapse;font-variant-numeric:tabular-nums}th{text-align:left;color:var(--soft);font-weight:500;font-size:13px}
th,td{padding:6px 10px;border-bottom:1px solid var(--line)}tr:last-child td{border-bottom:0}td+td,th+th{text-align:right}
svg{display:block;width:100%;height:auto}pre{white-space:pre-wrap;font-size:12px;margin:4px 0 12px}.missed{color:var(--bad);font-weight:600}`

/** A complete HTML document in the reader's light or dark mode. */
export function pageOf(report: Report): string {
  const good = isGood(report)
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1">
<title>Chaos, seed ${report.seed}</title><style>${style}</style></head><body><main>
<h1>Chaos</h1>
<div class="soft">${escaped(report.date.slice(0, 16).replace('T', ' '))} UTC · commit ${escaped(report.commit)} · seed ${report.seed} · ${report.minutes} minutes of trouble, ${report.wall_s} s in all<br>${escaped(report.machine)}</div>
<div class="verdict${good ? '' : ' bad'}">${good ? 'Nothing lost, nothing duplicated' : 'Violations found'}</div>
${cards(report)}
<h2>What was done, and what went on</h2>
<div class="panel">${picture(report)}<div class="soft">Each second: writes acknowledged above the line, writes that failed or got no response below it. Dots are faults.</div></div>
<h2>Blows, and the time until the next acknowledged write</h2>
${table(
  ['Blow', 'Times', 'p50', 'p99'],
  Object.entries(report.recovery).map(([harm, { hits, p50_ms, p99_ms }]) => [
    harm,
    number(hits),
    number(p50_ms, ' ms'),
    number(p99_ms, ' ms'),
  ]),
)}
<h2>Writes by kind</h2>
${table(
  ['Kind', 'Sent', 'Acknowledged', 'Refused', 'Failed', 'No response'],
  Object.entries(report.calls_by_kind).map(([kind, c]) => [
    kind,
    ...[c.sent, c.acknowledged, c.refused, c.failed, c.unanswered].map((n) => number(n)),
  ]),
)}
${report.concurrency.length > 0 ? `<h2>Races</h2>\n${races(report)}` : ''}
<h2>Merchants’ servers</h2>
${table(
  ['Manner', 'Deliveries', 'Troubled'],
  Object.entries(report.endpoints).map(([manner, e]) => [manner, number(e.deliveries), number(e.troubled)]),
)}
<h2>Checks</h2>
<div class="panel">${checks(report)}</div>
</main></body></html>
`
}

function cards({
  calls,
  acknowledged_and_kept,
  recovery,
  unknown,
  webhooks,
  restart,
  ...report
}: Report): string {
  const facts: [string, string][] = [
    [number(calls.acknowledged), `of ${number(calls.sent)} writes acknowledged`],
    [number(recovery.all.hits), 'faults'],
    [`${number(recovery.all.p50_ms)} / ${number(recovery.all.p99_ms)} ms`, 'recovery p50 / p99'],
    [`${unknown.resolved} / ${unknown.operations}`, 'unknown outcomes resolved'],
    [number(webhooks.missing), `of ${number(webhooks.events)} webhooks missing`],
    [number(report.violations.length), `of ${report.checks} checks violated`],
    [number(acknowledged_and_kept), 'acknowledged writes verified'],
    [number(report.quiet_after_s, ' s'), 'of service time from the last fault until quiet'],
    ...(restart
      ? [
          [`${restart.failed} / ${number(restart.calls)}`, 'requests failed in graceful restarts'] as [
            string,
            string,
          ],
        ]
      : []),
  ]
  return `<div class="cards">${facts.map(([value, what]) => `<div class="card"><b>${escaped(value)}</b><span>${escaped(what)}</span></div>`).join('')}</div>`
}

function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const cells = (tag: 'th' | 'td', row: readonly string[]) =>
    `<tr>${row.map((cell) => `<${tag}>${escaped(cell)}</${tag}>`).join('')}</tr>`
  return `<div class="panel"><table>${cells('th', head)}${rows.map((row) => cells('td', row)).join('')}</table></div>`
}

function races({ concurrency }: Report): string {
  return table(
    ['Race', 'Callers', 'Rounds', 'Rounds with a wrong number of winners'],
    concurrency.map(({ name, clients, rounds, wrong, isControl }) => [
      isControl ? `Control with a planted fault: ${name}` : name,
      number(clients),
      number(rounds),
      isControl ? `${wrong}, as expected` : number(wrong),
    ]),
  )
}

function checks({ violations, checks: done }: Report): string {
  if (violations.length === 0) return `All ${done} hold.`
  return violations
    .map(
      ({ invariant, title, rows, first }) =>
        `<span class="missed">${escaped(invariant)}</span> ${escaped(title)}: ${rows} rows<pre>${escaped(JSON.stringify(first, plain, 1))}</pre>`,
    )
    .join('')
}

const [width, height, middle] = [1_000, 220, 130]

function picture({ timeline }: Report): string {
  const seconds = Math.max(1, ...timeline.map(({ second }) => second)) + 1
  const most = Math.max(
    1,
    ...timeline.map(({ acknowledged, unacknowledged }) => Math.max(acknowledged, unacknowledged)),
  )
  const step = width / seconds
  const bars = timeline
    .filter(({ second }) => second >= 0)
    .map(({ second, acknowledged, unacknowledged, harms }) => {
      const x = (second * step).toFixed(1)
      const w = Math.max(0.6, step * 0.8).toFixed(1)
      const up = ((acknowledged / most) * (middle - 30)).toFixed(1)
      const down = ((unacknowledged / most) * (height - middle - 4)).toFixed(1)
      const dots = harms.map(
        (harm, index) =>
          `<circle cx="${x}" cy="${12 + index * 9}" r="4" fill="var(--fault)"><title>${second} s: ${escaped(harm)}</title></circle>`,
      )
      return `<rect x="${x}" y="${middle - Number(up)}" width="${w}" height="${up}" fill="var(--good)"/><rect x="${x}" y="${middle + 1}" width="${w}" height="${down}" fill="var(--bad)"/>${dots.join('')}`
    })
  return `<svg viewBox="0 0 ${width} ${height}" role="img" aria-label="Acknowledged and failed writes, second by second, with the faults"><line x1="0" x2="${width}" y1="${middle}" y2="${middle}" stroke="var(--line)"/>${bars.join('')}</svg>`
}
