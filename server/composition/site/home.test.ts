import { expect, test } from 'vitest'
import { homeHtml } from './home.ts'

const template =
  '<a href="{base}/og.png"><!--if sandbox-->demo<!--end sandbox--><!--if production-->live<!--end production--> <!--if sign-up-->sign up<!--end sign-up-->'

test('the home page of a sandbox offers a demo, and that of a production deployment does not', () => {
  const options = { baseUrl: 'https://pay.example', signUpOpen: true, hasPrices: false }
  expect(homeHtml(template, { ...options, hasDemo: true })).toBe(
    '<a href="https://pay.example/og.png">demo sign up',
  )
  expect(homeHtml(template, { ...options, hasDemo: false })).toBe(
    '<a href="https://pay.example/og.png">live sign up',
  )
})

test('the home page offers no sign-up where sign-up is closed', () => {
  const options = { baseUrl: 'https://pay.example', hasDemo: false, signUpOpen: false, hasPrices: false }
  expect(homeHtml(template, options)).toBe('<a href="https://pay.example/og.png">live ')
})
