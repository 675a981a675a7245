// With several cells, a route whose path identifies something must find the cell of its rows: otherwise it would look in control, and say
// that they do not exist.
import { readdirSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { readRoutes } from '../../scripts/api-document.ts'
import { anyone } from '../../server/platform/http/access.ts'
import { isPlaced } from '../../server/platform/http/place.ts'

/** Routes about rows that are in no cell, and the table of these rows. */
const inNoCell = {
  'bank/csv-mappings/': 'bank_csv_mapping',
  'bank/lines/': 'bank_line',
  'compliance/cases/': 'compliance_case',
  'operators/:environment/:operator/': 'queue_pause',
  'remittance/rates/': 'rate_snapshot',
  'remittance/blacklist/': 'blacklisted_number',
  'remittance/screening/lists/': 'screening_list_version',
  'remittance/screening/alerts/': 'screening_alert',
  'users/': 'admin_user',
  'passkeys/': 'passkey',
  'sessions/': 'session',
  '/api/v1/papers/': 'compliance_paper_request',
  '/brand/': 'merchant_brand',
}
/** Pages, their files, and a route that finds the cell in the body. */
const withoutRows = [
  /^GET \/\w+(\/assets)?\/:file$/,
  /^GET \/papers\/:token$/,
  /^POST,PUT \/api\/v1\/operator-callbacks\//,
]

const beginnings = Object.keys(inNoCell).map((path) =>
  path.startsWith('/') ? path : `/api/v1/admin/${path}`,
)
const tables = ['shared', 'control'].flatMap((schema) =>
  readdirSync(`db/${schema}`).flatMap((file) =>
    [...readFileSync(`db/${schema}/${file}`, 'utf8').matchAll(/create table (\w+)/g)].map(
      ([, table]) => table,
    ),
  ),
)

test('a route whose path identifies something tells its cell, unless it reads what is in none', async () => {
  const { unplaced } = await readRoutes()
  const routes = unplaced.filter((route) => !withoutRows.some((pattern) => pattern.test(route)))
  const pathOf = (route: string) => route.split(' ')[1]!
  const isInNoCell = (route: string) => beginnings.some((path) => pathOf(route).startsWith(path))
  expect(routes.filter((route) => !isInNoCell(route))).toEqual([])
  expect(beginnings.filter((path) => !routes.some((route) => pathOf(route).startsWith(path)))).toEqual([])
  expect(Object.values(inNoCell).filter((table) => !tables.includes(table))).toEqual([])
})

test('whether an admin is a user of the merchant is read where that merchant lies', async () => {
  const { unplaced, routes } = await readRoutes()
  const deciding = routes.filter(({ endpoint }) => typeof endpoint.conflictOfInterest === 'object')
  expect(deciding.length).toBeGreaterThan(15)
  expect(
    deciding.map(({ method, url }) => `${method} ${url}`).filter((route) => unplaced.includes(route)),
  ).toEqual([])
})

test('control: a path with an id that tells nothing is found', () => {
  const admin = { by: 'admin', right: 'read' } as const
  expect(isPlaced({ access: admin, path: '/api/v1/admin/payouts/:id' })).toBe(false)
  expect(isPlaced({ access: anyone, path: '/receipts/:code' })).toBe(false)
  expect(isPlaced({ access: anyone, path: '/receipts/:code', place: () => 1 })).toBe(true)
  expect(isPlaced({ access: admin, path: '/api/v1/admin/merchants/:merchant_code' })).toBe(true)
  expect(isPlaced({ access: { by: 'bearer' } as never, path: '/api/v1/merchant/payouts/:id' })).toBe(true)
})
