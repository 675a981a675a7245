// node check.mjs <test-vectors.json>, or: node check.mjs sign <method> <path> < body
import { readFileSync } from 'node:fs'
import { signRequest, verifyWebhook } from './signing.mjs'

const [first, method, path] = process.argv.slice(2)
if (first === 'sign') {
  const { API_KEY: apiKey, API_SECRET: apiSecret } = process.env
  const headers = signRequest({ apiKey, apiSecret, method, path, body: readFileSync(0) })
  for (const [name, value] of Object.entries(headers)) console.log(`${name}: ${value}`)
} else check(JSON.parse(readFileSync(first, 'utf8')))

function check({ requests, webhooks }) {
  const wrong = [
    ...requests.filter(({ api_secret: apiSecret, signature, ...request }) => {
      const headers = signRequest({ apiKey: 'pk_test', apiSecret, ...request })
      return headers['X-Signature'] !== signature
    }),
    ...webhooks.filter(
      ({ genuine, callback_secret: secret, ...webhook }) => verifyWebhook({ secret, ...webhook }) !== genuine,
    ),
  ]
  for (const { name } of wrong) console.log(`wrong: ${name}`)
  console.log(`${requests.length} requests, ${webhooks.length} webhooks, ${wrong.length} wrong`)
  process.exitCode = wrong.length === 0 ? 0 : 1
}
