import { globSync, readFileSync } from 'node:fs'
import { afterEach, expect, test, vi } from 'vitest'
import { adminRights } from '../../../server/kernel/admin-roles.ts'

// The pages keep their language in the browser.
vi.stubGlobal('localStorage', { getItem: () => null })
vi.stubGlobal('document', { documentElement: { lang: '' } })
const { ActButton } = await import('./act-button.tsx')
const { session } = await import('./session.ts')

afterEach(() => {
  session.value = undefined
})

test.each(adminRights)(
  'the button of an act that needs the right %s is shown only to a role that has it',
  (right) => {
    const isShown = (rights: readonly string[]) => {
      session.value = { headers: {}, me: { rights } } as unknown as typeof session.value
      return ActButton({ right, children: 'act' }) !== null
    }
    expect([isShown([right]), isShown(adminRights.filter((other) => other !== right)), isShown([])]).toEqual([
      true,
      false,
      false,
    ])
  },
)

/** Pages with buttons that every reader has: of the own account, of dialogs, and of what is only read. */
const plain = [
  'account/passkeys-card.tsx',
  'account/recovery-card.tsx',
  'audit/audit-page.tsx',
  'bank/bank-page.tsx',
  'bank/import-file.tsx',
  'bank/operator-file.tsx',
  'cases/paper-requests.tsx',
  'frame/act-button.tsx',
  'frame/sign-in.tsx',
  'merchants/merchant-decisions.tsx',
  'merchants/reset-link.tsx',
  'merchants/statements.tsx',
  'parts/actions.tsx',
  'parts/files.tsx',
  'payout-batches/batch-page.tsx',
  'reports/reconciliation-page.tsx',
  'staff/one-time-link.tsx',
  'staff/sessions-card.tsx',
]

test('every other button of the console belongs to a right', () => {
  const pages = globSync('web/console/**/*.tsx').filter((path) =>
    /<Button\b/.test(readFileSync(path, 'utf8')),
  )
  expect(pages.map((path) => path.replace('web/console/', '')).sort()).toEqual(plain)
})
