import { expect, test } from 'vitest'
import { supportContacts } from './message-settings.ts'

test('support contacts are read as links, in the order of the setting', () => {
  const setting = 'aide@example.cd, https://wa.me/243991234567, +243 81 000 00 01'
  expect(supportContacts.parse(setting)).toEqual([
    { channel: 'email', href: 'mailto:aide@example.cd', text: 'aide@example.cd' },
    { channel: 'whatsapp', href: 'https://wa.me/243991234567', text: '+243 991 234 567' },
    { channel: 'phone', href: 'tel:+243810000001', text: '+243 810 000 001' },
  ])
})

test.each([
  '',
  'aide',
  'aide@example.cd,',
  'javascript:alert(1)',
  'https://example.cd/aide',
  'http://wa.me/243991234567',
  'https://wa.me/243991234567?text=x',
  '+243 12',
  '"><script>@example.cd',
  'a@example.cd,b@example.cd,c@example.cd,d@example.cd,e@example.cd',
])('%j is refused as the support contacts of a deployment', (setting) => {
  expect(supportContacts.safeParse(setting).success).toBe(false)
})
