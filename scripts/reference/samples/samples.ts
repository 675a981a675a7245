// Samples of each call: with curl, and with our SDKs or, where one has no such method, with what its language has for HTTP.
import type { Operation } from '../document.ts'
import { hasIdempotencyKey, type RawBody, rawBodyOf, requiredHeaders, rowsOf } from './bodies.ts'
import { phpCall, phpRequest } from './php-samples.ts'
import { pythonCall, pythonRequest, withoutMethod } from './python-samples.ts'

export type Sample = {
  name: 'curl' | 'JavaScript' | 'PHP' | 'Python'
  language: 'sh' | 'js' | 'php' | 'python'
  code: string
}

/** The SDK's method for an operation. `BODY` stands for the example of its body, `ROWS` for its rows, `{name}` for a parameter's example. */
export const sdkCalls: Readonly<Record<string, string>> = {
  createOrder: 'likuta.payments.orders.create(BODY)',
  readPaymentStatus: "likuta.payments.status('LKT-20261121-093000-7K2M9QXA-CD')",
  openCaptureContext: 'likuta.payments.checkout.createSession(BODY)',
  setUpAuthentication: 'likuta.payments.checkout.setUp(BODY)',
  enrolPayer: 'likuta.payments.checkout.enrol(BODY)',
  chargeToken: 'likuta.payments.checkout.charge(BODY)',
  createPaymentLink: 'likuta.payments.links.create(BODY)',
  listPaymentLinks: 'each likuta.payments.links.list()',
  readPaymentLink: "likuta.payments.links.read('{code}')",
  readPaymentLinkReceipt: "likuta.payments.links.receipt('{code}')",
  createPartOrder: "likuta.payments.links.order('{code}', BODY)",
  cancelPaymentLink: "likuta.payments.links.cancel('{code}')",
  createPaymentLinks: 'likuta.payments.links.createMany(ROWS)',
  downloadLinkGroup: "likuta.payments.links.groupFile('{group}')",
  readPaymentReceipt: "likuta.payments.receipt('{transaction_uuid}')",
  readCardBalance: 'likuta.payments.balance.read()',
  listBalanceTransactions: "each likuta.payments.balance.transactions({ currency: 'USD' })",
  readStatement: "likuta.payments.statements.read({ period: '2026-11', currency: 'USD' })",
  listFeeInvoices: "each likuta.payments.invoices.list({ currency: 'USD' })",
  readFeeInvoice: "likuta.payments.invoices.read('{number}')",
  listDisputes: "each likuta.payments.disputes.list({ state: 'OPEN' })",
  readDispute: "likuta.payments.disputes.read('{dispute_id}')",
  sendDisputeEvidence: "likuta.payments.disputes.sendEvidence('{dispute_id}', BODY)",
  removeDisputeFile: "likuta.payments.disputes.removeFile('{dispute_id}', '{file_id}')",
  acceptDispute: "likuta.payments.disputes.accept('{dispute_id}')",
  createPayout: 'likuta.payments.payouts.create(BODY)',
  listPayouts: "each likuta.payments.payouts.list({ state: 'PAID' })",
  readPayout: "likuta.payments.payouts.read('{id}')",
  cancelPayout: "likuta.payments.payouts.cancel('{id}')",
  requestPaymentRefund: "likuta.payments.refundRequests.create('{transaction_uuid}', BODY)",
  uploadRefundBatch: "likuta.payments.refundBatches.upload('Refunds of November', ROWS)",
  downloadRefundBatchResult: "likuta.payments.refundBatches.result('{batch_id}')",
  listRefundBatches: 'each likuta.payments.refundBatches.list()',
  readRefundBatch: "likuta.payments.refundBatches.read('{batch_id}')",
  listRefundBatchRows: "each likuta.payments.refundBatches.rows('{batch_id}', { state: 'FAULTY' })",
  sendTransfer: 'likuta.remittance.inbound(BODY)',
  readTransferRequirements: 'likuta.remittance.requirements()',
  createQuote: 'likuta.remittance.quote(BODY)',
  listTransfers: "each likuta.remittance.transactions({ status: 'Failed' })",
  readTransfer: "likuta.remittance.status({ reference: 'T-2041' })",
  readTimeline: "likuta.remittance.timeline('{reference}')",
  lookUpAccount: "likuta.remittance.accountLookup({ customer_number: '+243810000001', operator: 'vodacom' })",
  checkPhone: "likuta.remittance.kyc('+243810000001')",
  readTransferReceipt: "likuta.remittance.receipt('T-2041')",
  readLimits: "likuta.remittance.limits({ customer_number: '+243810000001' })",
  uploadBatch: "likuta.remittance.batches.upload('Salaries of November', ROWS)",
  downloadBatchResult: "likuta.remittance.batches.result('{batch_id}')",
  listBatches: 'each likuta.remittance.batches.list()',
  readBatch: "likuta.remittance.batches.read('{batch_id}')",
  listBatchRows: "each likuta.remittance.batches.rows('{batch_id}', { state: 'FAULTY' })",
  pauseBatch: "likuta.remittance.batches.pause('{batch_id}')",
  resumeBatch: "likuta.remittance.batches.resume('{batch_id}')",
  cancelBatch: "likuta.remittance.batches.cancel('{batch_id}')",
  retryFailedRows: "likuta.remittance.batches.retryFailed('{batch_id}')",
  listProfiles: "each likuta.remittance.batches.profiles.list({ kind: 'sender' })",
  readSavedProfile: "likuta.remittance.batches.profiles.read('sender', '{code}')",
  saveProfile: "likuta.remittance.batches.profiles.save('sender', '{code}', BODY)",
  deleteProfile: "likuta.remittance.batches.profiles.remove('sender', '{code}')",
  readRateTable: 'likuta.remittance.rates()',
  readLiveRate: "likuta.remittance.liveRate('EUR')",
  readBalance: 'likuta.remittance.balance()',
  listWalletLines: 'each likuta.remittance.walletHistory()',
  listSettlements: 'each likuta.remittance.settlements()',
  topUpSandbox: 'likuta.remittance.sandbox.topUp(5)',
  logIn: 'likuta.selfService.logIn(BODY)',
  signUp: 'likuta.selfService.signUp(BODY)',
  readProfile: 'session.me()',
  logOut: 'session.logOut()',
  changePassword: 'session.changePassword(BODY)',
  rotateMerchantSecret: 'session.rotate.merchantSecret()',
  rotateApiKeys: 'session.rotate.apiKeys()',
  rotateCallbackSecret: 'session.rotate.callbackSecret()',
  readWhitelist: 'session.whitelist.read()',
  setWhitelist: 'session.whitelist.set(BODY)',
  readCallback: 'session.callback.read()',
  setCallback: 'session.callback.set(BODY)',
  testCallback: 'session.callback.test()',
  readWebhookCertification: 'session.callback.certification()',
  certifyWebhookHandler: 'session.callback.certify()',
  listWebhookEndpoints: 'session.webhookEndpoints.list()',
  addWebhookEndpoint: 'session.webhookEndpoints.add(BODY)',
  changeWebhookEndpoint: "session.webhookEndpoints.change('{id}', BODY)",
  removeWebhookEndpoint: "session.webhookEndpoints.remove('{id}')",
  rotateWebhookEndpointSecret: "session.webhookEndpoints.rotateSecret('{id}')",
  readMicroform: 'session.microform.read()',
  setMicroform: 'session.microform.set(BODY)',
  readGoLive: 'session.goLive.read()',
  requestGoLive: 'session.goLive.request(BODY)',
  requestRefund: "session.refundRequests.create('{transaction_uuid}', BODY)",
  listRefundRequests: "session.refundRequests.list('{transaction_uuid}')",
  readRefundRequest: "session.refundRequests.read('{transaction_uuid}', '{id}')",
  withdrawRefundRequest: "session.refundRequests.withdraw('{transaction_uuid}', '{id}')",
  readEventFeed: 'each likuta.events.list()',
  listDeliveries: 'each session.deliveries.list()',
  readDelivery: "session.deliveries.read('{id}')",
  resendDelivery: "session.deliveries.resend('{id}')",
  resendDeliveriesOfTime: 'session.deliveries.resendOfTime(BODY)',
}

/** Samples of a call, each complete but for the credentials. */
export function samplesOf(operation: Operation): Sample[] {
  return [
    { name: 'curl', language: 'sh', code: curl(operation) },
    { name: 'JavaScript', language: 'js', code: javaScript(operation) },
    { name: 'PHP', language: 'php', code: php(operation) },
    { name: 'Python', language: 'python', code: python(operation) },
  ]
}

/** Query parameters of samples, where the document has no example for them. */
const queries: Readonly<Record<string, Record<string, string>>> = {
  openCheckout: { sig: 'b2lJzTq3mWc0q5n1x4v7a9d2f6h8k0r3t5y7u9i1o3p' },
  readTransfer: { reference: 'T-2041' },
  readLiveRate: { currency: 'EUR' },
  readLimits: { customer_number: '+243810000001' },
  search: { q: 'INV-2041' },
  reconcileDay: { date: '2026-11-21' },
  readStatement: { period: '2026-11' },
  readStatementInPortal: { period: '2026-11' },
  readMerchantStatement: { period: '2026-11' },
  uploadBatch: { name: 'Salaries' },
  uploadBatchInPortal: { name: 'Salaries' },
  uploadRefundBatch: { name: 'Concert' },
  uploadRefundBatchInPortal: { name: 'Concert' },
  uploadRefundBatchAsAdmin: { name: 'Concert' },
}

/** The address with examples for its parameters; of the query only what the call needs. */
export function addressOf({ id, path, parameters }: Operation): string {
  const required = parameters.filter((each) => each.in === 'query' && each.required)
  const query = {
    ...Object.fromEntries(required.map((each) => [each.name, exampleOf(each)])),
    ...queries[id],
  }
  const text = new URLSearchParams(query).toString()
  const filled = path.replace(/\{(\w+)\}/g, (_, name: string) =>
    encodeURIComponent(pathExample(parameters, name)),
  )
  return filled + (text && `?${text}`)
}

function pathExample(parameters: Operation['parameters'], name: string): string {
  const found = parameters.find((each) => each.in === 'path' && each.name === name)
  return found ? exampleOf(found) : name
}

function exampleOf({ name, example, schema }: Operation['parameters'][number]): string {
  const value = example ?? schema.default ?? schema.enum?.[0]
  return value === undefined ? name.toUpperCase() : String(value)
}

function curl(operation: Operation): string {
  const { method, authentication } = operation
  const address = addressOf(operation)
  const body = rawBodyOf(operation)
  const isSigned = authentication === 'signature'
  const text = body && !('file' in body) ? inShell(body) : undefined
  const data = body && ('file' in body ? `@${body.file}` : isSigned ? '"$body"' : text)
  const flags = [
    ...(method === 'GET' ? [] : [`-X ${method}`]),
    ...credentials[authentication],
    ...(hasIdempotencyKey(operation) ? ['-H "Idempotency-Key: $(uuidgen)"'] : []),
    ...requiredHeaders(operation).map(([name, value]) => `-H '${name}: ${value}'`),
    ...(body ? [`-H 'Content-Type: ${body.type}'`, `--data-binary ${data}`] : []),
  ]
  const command = [`curl "$BASE_URL${address}"`, ...flags].join(' \\\n  ')
  if (!isSigned) return command
  const signed = String.raw`'%s\n${method}\n%s\n%s'`
  return `${text ? `body=${text}\n` : ''}timestamp=$(date +%s)
signature=$(printf ${signed} "$timestamp" '${address}' "${text ? '$body' : ''}" |
  openssl dgst -sha256 -hmac "$API_SECRET" -r | cut -d' ' -f1)
${command}`
}

function inShell(body: { json: unknown } | { csv: string }): string {
  const text = 'csv' in body ? body.csv : JSON.stringify(body.json, null, 2)
  return `'${text.replaceAll("'", String.raw`'\''`)}'`
}

const credentials: Record<Operation['authentication'], string[]> = {
  signature: ['-H "X-API-Key: $API_KEY"', '-H "X-Timestamp: $timestamp"', '-H "X-Signature: $signature"'],
  basic: ['-u "$MERCHANT_CODE:$MERCHANT_SECRET"'],
  bearer: ['-H "Authorization: Bearer $ACCESS_TOKEN"'],
  admin: ['-H "X-Admin-Token: $ADMIN_TOKEN"'],
  none: [],
}

function javaScript(operation: Operation): string {
  const call = sdkCalls[operation.id]
  if (!call) return withFetch(operation)
  const filled = withExamples(call, operation)
    .replace('BODY', () => literal(operation.body?.example ?? {}))
    .replace('ROWS', () => literal(rowsOf(operation)))
  const lines = filled.startsWith('each ')
    ? [`for await (const item of ${filled.slice('each '.length)}) {`, '  console.log(item)', '}']
    : [`const result = await ${filled}`]
  const session = filled.includes('session.')
    ? ['const session = await likuta.selfService.logIn({ email, password })']
    : []
  return [...session, ...lines].join('\n')
}

const withExamples = (call: string, { parameters }: Operation) =>
  call.replace(/\{(\w+)\}/g, (whole, name: string) =>
    parameters.some((each) => each.name === name) ? pathExample(parameters, name) : whole,
  )

function php(operation: Operation): string {
  const call = withoutMethod.has(operation.id) ? undefined : sdkCalls[operation.id]
  if (!call) return phpRequest(operation, addressOf(operation))
  return phpCall(withExamples(call, operation), operation)
}

function python(operation: Operation): string {
  const call = withoutMethod.has(operation.id) ? undefined : sdkCalls[operation.id]
  if (!call) return pythonRequest(operation, addressOf(operation))
  return pythonCall(withExamples(call, operation), operation)
}

function withFetch(operation: Operation): string {
  const { method, authentication } = operation
  const body = rawBodyOf(operation)
  const address = addressOf(operation)
  const isSigned = authentication === 'signature'
  const content = body && contentIn(body)
  const signing = `{ apiKey, apiSecret, method: '${method}', path: '${address}',${content ? ' body,' : ''} timestamp: Date.now() / 1000 }`
  const headers = [
    ...(isSigned ? [`    ...(await signatureHeaders(${signing})),`] : []),
    ...headersOf[authentication],
    ...(hasIdempotencyKey(operation) ? [`    'Idempotency-Key': crypto.randomUUID(),`] : []),
    ...requiredHeaders(operation).map(([name, value]) => `    '${name}': '${value}',`),
    ...(body ? [`    'Content-Type': '${body.type}',`] : []),
  ]
  const options = [
    ...(method === 'GET' ? [] : [`  method: '${method}',`]),
    ...(headers.length > 0 ? ['  headers: {', ...headers, '  },'] : []),
    ...(content ? [isSigned ? '  body,' : `  body: ${content.replaceAll('\n', '\n  ')},`] : []),
  ]
  const target = `\`\${baseUrl}${address}\``
  const given = options.length > 0 ? [target, `{\n${options.join('\n')}\n}`] : [target]
  const isJson = operation.responses.some(({ type }) => type === 'application/json')
  return [
    ...(isSigned ? [`const { signatureHeaders } = await import('@likuta/sdk')`] : []),
    ...(body && 'file' in body ? [`const { readFile } = await import('node:fs/promises')`] : []),
    ...(isSigned && content ? [`const body = ${content}`] : []),
    `const response = await fetch${argumentList(given)}`,
    `const result = await response.${isJson ? 'json' : 'text'}()`,
  ].join('\n')
}

function contentIn(body: RawBody): string {
  if ('json' in body) return `JSON.stringify(${literal(body.json)})`
  return 'csv' in body ? JSON.stringify(body.csv) : `await readFile('${body.file}')`
}

const headersOf: Record<Operation['authentication'], string[]> = {
  signature: [],
  basic: [`    Authorization: \`Basic \${btoa(\`\${merchantCode}:\${merchantSecret}\`)}\`,`],
  bearer: [`    Authorization: \`Bearer \${accessToken}\`,`],
  admin: [`    'X-Admin-Token': adminToken,`],
  none: [],
}

const argumentList = (given: string[]) => `(${given.join(', ')})`

/** A value as it is written in JavaScript. */
function literal(value: unknown, indent = ''): string {
  const inner = `${indent}  `
  if (typeof value === 'string') return `'${value.replaceAll('\\', '\\\\').replaceAll("'", "\\'")}'`
  if (Array.isArray(value)) return `[${value.map((each) => literal(each, indent)).join(', ')}]`
  if (typeof value !== 'object' || value === null) return String(value)
  const entries = Object.entries(value)
  if (entries.length === 0) return '{}'
  const lines = entries.map(([name, each]) => {
    const key = /^[A-Za-z_]\w*$/.test(name) ? name : `'${name}'`
    return `${inner}${key}: ${literal(each, inner)},`
  })
  return `{\n${lines.join('\n')}\n${indent}}`
}
