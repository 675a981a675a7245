import { expect, test } from 'vitest'
import { invoiceIssuer, vatPercent } from './invoice-settings.ts'

const issuer = {
  name: 'Exemple SARL',
  address: 'Gombe, Kinshasa',
  rccm: 'CD/KNG/RCCM/24-B-00001',
  nif: 'A2400001B',
}

test('the issuer of invoices is JSON with name, address and register numbers', () => {
  expect(invoiceIssuer.parse(JSON.stringify(issuer))).toEqual(issuer)
})

test.each([
  ['Exemple SARL', 'not JSON'],
  [JSON.stringify({ ...issuer, nif: '' }), 'nif'],
  [JSON.stringify({ ...issuer, phone: '+243' }), 'phone'],
])('an issuer of invoices written as %s is refused', (text, named) => {
  const [issue] = invoiceIssuer.safeParse(text).error?.issues ?? []
  expect(issue?.message).toContain(named)
})

test.each([
  ['0', 0],
  ['16', 1_600],
  ['16.5', 1_650],
  ['7.05', 705],
])('VAT of %s percent is %d hundredths of a percent', (text, basisPoints) => {
  expect(vatPercent.parse(text)).toBe(basisPoints)
})

test.each(['-1', '100', '16.555', '1e1', 'sixteen'])('VAT written as %s is refused', (text) => {
  expect(vatPercent.safeParse(text).success).toBe(false)
})
