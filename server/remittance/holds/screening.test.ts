import { expect, test } from 'vitest'
import type { TravelRule } from '../../operator-calls/operator.ts'
import { screenedParties } from './screening.ts'

const document = { type: 'PASSPORT', number: 'OB1', issued: '', expires: '' } as const
const sender = {
  firstName: 'Zainabu',
  middleName: '',
  lastName: 'Ngalula',
  birthDate: '1980-01-02',
  country: 'BE',
  msisdn: '32470000001',
  document,
}
const receiver = {
  name: 'Jean Mukendi',
  firstName: '',
  middleName: '',
  lastName: '',
  birthDate: '',
  document,
}
const partiesOf = (changes: { sender?: object; receiver?: object } = {}) =>
  screenedParties(
    {
      sender: { ...sender, ...changes.sender },
      receiver: { ...receiver, ...changes.receiver },
    } as unknown as TravelRule,
    { registeredName: undefined, customerNumber: '243810000007' },
  )

test('the telephones of both parties are screened, and a sender at a counter has none', () => {
  expect(partiesOf().map(({ phones }) => phones)).toEqual([['32470000001'], ['243810000007']])
  expect(partiesOf({ sender: { msisdn: '' } })[0]).not.toHaveProperty('phones')
})

test.each(['-', '–', '.', '---'])(
  'a person with one name is screened without the sign for the missing part: %s',
  (sign) => {
    expect(partiesOf({ sender: { lastName: sign } })[0]!.name).toBe('Zainabu')
    expect(partiesOf({ sender: { firstName: sign } })[0]!.name).toBe('Ngalula')
    const [, beneficiary] = partiesOf({ receiver: { name: 'Mukendi', firstName: 'Mukendi', lastName: sign } })
    expect(beneficiary).toMatchObject({ name: 'Mukendi' })
    expect(beneficiary).not.toHaveProperty('aliases')
  },
)

test('a name of signs only is screened as it is, and so held as unusual', () => {
  expect(partiesOf({ sender: { firstName: '-', lastName: '.' } })[0]!.name).toBe('- .')
})
