// What changed between two versions of a list: each import against the one before, and several imports added up.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  type Admins,
  adminsOf,
  refusedWith,
  tokens,
  twoAdmins,
} from '../../../test/support/callers/admins.ts'
import { openWorld, type World } from '../../../test/support/world/world.ts'
import { importList } from './import.ts'

let world: World
let admins: Admins
let directory: string
beforeAll(async () => {
  world = await openWorld({ role: 'api', settings: twoAdmins })
  admins = adminsOf(world)
  directory = mkdtempSync(join(tmpdir(), 'likuta-changes-'))
})
afterAll(async () => {
  await world.close()
  rmSync(directory, { recursive: true })
})

type Person = { id: string; name: string; born?: string; aliases?: string }

async function take(list: string, ...persons: Person[]) {
  const path = join(directory, 'targets.simple.csv')
  const lines = persons.map(
    ({ id, name, born = '', aliases = '' }) => `"${id}","Person","${name}","${aliases}","${born}","cd",""`,
  )
  writeFileSync(
    path,
    ['"id","schema","name","aliases","birth_date","countries","identifiers"', ...lines].join('\n'),
  )
  const { db, clock, system } = world
  const admin = { name: 'amina', address: '127.0.0.1', requestId: 'r-1' }
  return importList({ db, secrets: system.secrets, clock }, { path, list, admin, allowShrinking: true })
}
const base = 'remittance/screening/lists'
const short = ({ items }: { items: any[] }) =>
  items.map(({ change, entry_id, name, fields }) => [change, entry_id, name, ...fields].join(' '))

describe('the changes of a list', () => {
  let versions: string[]
  beforeAll(async () => {
    const one = { id: 'e-1', name: 'Ada One' }
    const imports = [
      await take('moving', one, { id: 'e-2', name: 'Bea Two' }, { id: 'e-3', name: 'Cy Three' }),
      await take(
        'moving',
        one,
        { id: 'e-2', name: 'Bea Two', born: '1970' },
        { id: 'e-4', name: '=Dee Four' },
      ),
      await take('moving', { ...one, aliases: 'A. One' }, { id: 'e-2', name: 'Bea Two' }),
    ]
    versions = imports.map(({ version }) => version)
  })

  test('the newest import is compared with the one before it', async () => {
    const changes = await admins.read(`${base}/moving/changes`)
    expect(changes).toMatchObject({
      list: 'moving',
      from: versions[1],
      to: versions[2],
      complete: true,
      counts: { added: 0, changed: 2, removed: 1 },
      pagination: { total: 3 },
    })
    expect(short(changes)).toEqual([
      'changed e-1 Ada One aliases',
      'changed e-2 Bea Two birth_dates',
      'removed e-4 =Dee Four',
    ])
    expect(changes.items[1]).toMatchObject({
      before: { birth_dates: ['1970'] },
      after: { name: 'Bea Two', birth_dates: [] },
    })
  })

  test('several imports add up; what was undone, or came and went, has not changed', async () => {
    const changes = await admins.read(
      `${base}/moving/changes?from_version=${versions[0]}&to_version=${versions[2]}`,
    )
    expect(short(changes)).toEqual(['changed e-1 Ada One aliases', 'removed e-3 Cy Three'])
    expect(changes.counts).toEqual({ added: 0, changed: 1, removed: 1 })
  })

  test('one kind of change is listed page by page', async () => {
    const query = `to_version=${versions[1]}&change=added&limit=1`
    const changes = await admins.read(`${base}/moving/changes?${query}`)
    expect(short(changes)).toEqual(['added e-4 =Dee Four'])
    expect(changes.pagination).toMatchObject({ total: 1, pages: 1 })
    expect(
      short(await admins.read(`${base}/moving/changes?to_version=${versions[1]}&limit=1&page=2`)),
    ).toEqual(['removed e-3 Cy Three'])
  })

  test('the CSV has a line per entry and no formula', async () => {
    const response = await fetch(`${world.url}/api/v1/admin/${base}/moving/changes?format=csv`, {
      headers: { 'x-admin-token': tokens.amina },
    })
    expect(response.headers.get('content-disposition')).toBe(
      `attachment; filename="moving-${versions[2]}.csv"`,
    )
    const lines = (await response.text()).trim().split('\r\n')
    expect(lines).toHaveLength(4)
    expect(lines[3]).toContain(`"removed","e-4","","person",,"'=Dee Four"`)
  })

  test('the versions of a list are shown newest first, with what each import changed', async () => {
    const { items } = await admins.read(`${base}/moving/versions`)
    expect(
      items.map(({ version, added, changed, removed }: any) => [version, added, changed, removed]),
    ).toEqual([
      [versions[2], 0, 2, 1],
      [versions[1], 1, 1, 1],
      [versions[0], null, null, null],
    ])
  })

  test('the first version of a list has nothing to compare with', async () => {
    const changes = await admins.read(`${base}/moving/changes?to_version=${versions[0]}`)
    expect(changes).toMatchObject({ from: null, to: versions[0], complete: false, items: [] })
  })

  test('an unknown list, a version of another list and a reversed range are refused', async () => {
    const { version } = await take('other', { id: 'e-1', name: 'Ada One' })
    for (const path of [
      'none/versions',
      'none/changes',
      `moving/changes?to_version=${version}`,
      `moving/changes?from_version=${versions[2]}&to_version=${versions[0]}`,
    ])
      refusedWith(await admins.get(`${base}/${path}`), 404, 'RMT-404')
    refusedWith(await admins.get(`${base}/moving/changes?from_version=x`), 400, 'RMT-1005')
  })
})

test('all entries of a large list are compared', async () => {
  const persons = (born: string) =>
    Array.from({ length: 6_000 }, (_, i) => ({ id: `e-${i}`, name: `Ada Number ${i}`, born }))
  await take('large', ...persons('1970'))
  expect(await take('large', ...persons('1971'))).toMatchObject({ added: 0, changed: 6_000, removed: 0 })
  const { counts } = await admins.read(`${base}/large/changes?limit=1`)
  expect(counts).toEqual({ added: 0, changed: 6_000, removed: 0 })
  const response = await fetch(`${world.url}/api/v1/admin/${base}/large/changes?format=csv`, {
    headers: { 'x-admin-token': tokens.amina },
  })
  const lines = (await response.text()).trim().split('\r\n')
  expect([lines.length, new Set(lines).size]).toEqual([6_001, 6_001])
})
