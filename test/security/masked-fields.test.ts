// Short fields that people type, which are stored encrypted or shown to colleagues: a card number in them is masked as in a long text.
import { expect, test } from 'vitest'
import { requestSchema } from '../../server/merchants/go-live.ts'
import { contentSchema } from '../../server/remittance/cases/declaration/content.ts'
import { announcementSchema } from '../../server/remittance/cases/papers/api.ts'
import { paperSchema } from '../../server/remittance/cases/schemas.ts'

const typed = 'Card 4111 1111 1111 1111, front'
const { declarant } = contentSchema.shape

test.each([
  ['the name of whoever declares', declarant.shape.name],
  ['the function of whoever declares', declarant.shape.function],
  ['the name of a paper of a case', paperSchema.shape.name],
  ['the name of a file that a person uploads', announcementSchema.shape.name],
  ['the name of a company that goes live', requestSchema.shape.company_name],
  ['the contact of a company that goes live', requestSchema.shape.contact_name],
])('a card number in %s is masked', (_what, field) => {
  expect(field.parse(typed)).toBe('Card ***, front')
})
