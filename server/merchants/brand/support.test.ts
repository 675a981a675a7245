import { expect, test } from 'vitest'
import { readSupport, supportContact } from './support.ts'

test.each([
  ['+243 99 123 45 67', '+243991234567'],
  ['+243991234567', '+243991234567'],
  ['+32 (0)470 12-34-56', '+32470123456'],
  ['https://wa.me/243991234567', 'https://wa.me/243991234567'],
  ['https://wa.me/+243991234567/', 'https://wa.me/243991234567'],
])('%s is stored as %s', (sent, stored) => {
  expect(readSupport(sent)).toEqual({ stored })
})

test.each([
  '',
  '0991234567',
  '+243 12',
  '+243991234567 ext. 4',
  'tel:+243991234567',
  'javascript:alert(1)//+243991234567',
  '<a href="+243991234567">',
  'Appelez +243991234567',
  'https://wa.me/243991234567?text=x',
  'https://wa.me/12',
  'http://wa.me/243991234567',
  'https://wa.me.evil.example/243991234567',
  `+${'9'.repeat(200)}`,
])('%j is not a contact', (sent) => {
  expect(readSupport(sent)).toEqual({ fault: 'form' })
})

test.each(['+33 899 12 34 56', '+1 900 555 1234', '+44 9011 234567', 'https://wa.me/33899123456'])(
  '%s costs more than a call, so it is no contact for payers',
  (sent) => {
    expect(readSupport(sent)).toEqual({ fault: 'premium' })
  },
)

test('numbers of Africell in the DRC, which begin with 090, are contacts', () => {
  expect(readSupport('+243 900 123 456')).toEqual({ stored: '+243900123456' })
})

test('a phone number is dialled, and a WhatsApp number opens a chat', () => {
  expect(supportContact('+243991234567')).toEqual({
    channel: 'phone',
    href: 'tel:+243991234567',
    text: '+243 991 234 567',
  })
  expect(supportContact('https://wa.me/243991234567')).toEqual({
    channel: 'whatsapp',
    href: 'https://wa.me/243991234567',
    text: '+243 991 234 567',
  })
})
