// The variables of `likuta mcp`: a wrong one is named, and secrets cross no network in clear text.
import { expect, test } from 'vitest'
import { assistantOptions } from './mcp.ts'

test.each([
  [{ LIKUTA_URL: 'pay.example' }, 'LIKUTA_URL is not an address such as https://pay.example'],
  [{ LIKUTA_URL: 'file:///etc' }, 'LIKUTA_URL is not an address such as https://pay.example'],
  [{ LIKUTA_URL: 'https://a:b@pay.example' }, 'LIKUTA_URL is not an address such as https://pay.example'],
  [{ LIKUTA_URL: 'http://pay.example' }, 'LIKUTA_URL: use https://, because secrets are sent there'],
  [{ LIKUTA_URL: 'http://8.8.8.8' }, 'LIKUTA_URL: use https://, because secrets are sent there'],
  [{ LIKUTA_URL: 'https://pay.example', LIKUTA_API_KEY: 'k' }, 'LIKUTA_API_SECRET is missing'],
  [{ LIKUTA_URL: 'https://pay.example', LIKUTA_MERCHANT_SECRET: 's' }, 'LIKUTA_MERCHANT_CODE is missing'],
  [{ LIKUTA_API_KEY: 'k' }, 'LIKUTA_URL is missing: where LIKUTA_API_KEY is valid'],
])('with %j the command ends and names the variable', (env, sentence) => {
  expect(() => assistantOptions(env)).toThrow(sentence)
})

test.each([
  'https://pay.example',
  'http://localhost:8080',
  'http://127.0.0.1:8080',
  'http://192.168.1.20',
  'http://[::1]:8080',
])('%s is called as it is given', (LIKUTA_URL) => {
  const pair = { LIKUTA_API_KEY: 'k', LIKUTA_API_SECRET: 's' }
  expect(assistantOptions({ LIKUTA_URL, ...pair })).toMatchObject({
    baseUrl: LIKUTA_URL,
    apiKey: 'k',
    apiSecret: 's',
  })
})
