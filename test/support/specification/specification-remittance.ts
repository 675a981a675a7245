// The rows of the remittance specification, with the patterns that find the tests proving them by title.
import type { Row } from './specification.ts'
import { codes, health } from './specification-codes.ts'

const all = (section: string, names: readonly string[], rule: (name: string) => string, proof: RegExp) =>
  names.map((name): Row => [section, rule(name), proof])

const listed = /transfer list holds the full summary, newest first/
const onlyStatus = /a status with telco_reference and completed_at is found by reference and transaction_id/
const record = [
  'reference',
  'transaction_id',
  'status',
  'amount',
  'currency',
  'operator',
  'customer_number',
  'subscriber_name',
  'created_at',
]
const detail = /is Submitted, then Successful, with its timeline in order/
const shownKinds = [
  'inbound.accepted',
  'screening.ok',
  'wallet.reserved',
  'switch.dispatched',
  'telco.callback',
  'wallet.confirmed',
  'merchant.callback.sent',
  'fx.converted',
]
const otherKinds: [kind: string, proof: RegExp][] = [
  ['screening.hold', /is held: as sender/],
  ['compliance.released', /a release reserves the money, pays out, and records who released it/],
  ['compliance.rejected', /becomes Failed without a refund/],
  ['telco.inquiry', /03 never calls back: an inquiry finds its success/],
  ['telco.conflict', /contradictory callbacks never pay twice: an inquiry decides/],
  ['wallet.released', /02 is declined: Failed/],
  ['wallet.reversed', /04 succeeds and is reversed/],
  ['merchant.callback.failed', /retried with the same bytes until accepted/],
  ['settlement.closed', /is closed two minutes after the UTC day has ended/],
]
const required = ['expected_receiver_name', 'sender_birthdate', 'sender_birthplace', 'sender_document_type', 'reason_of_transaction', 'source_of_funds', 'receiver_birthdate', 'receiver_document_type', 'receiver_document_number', 'permanent_address', 'receiver_birthplace', 'sender_msisdn', 'sender_middle_name', 'receiver_middle_name', 'sender_city', 'current_address', 'profession', 'document_issue_date', 'document_expiration_date', 'reference', 'amount', 'currency', 'customer_number', 'sender_first_name', 'sender_last_name', 'sender_document_number', 'sender_country'] // biome-ignore format: a table with one row per line
const basicPaths = [
  'POST /inbound',
  'POST /outbound',
  'GET /account-lookup',
  'GET /balance',
  'GET /transactions',
  'GET /transaction/status',
  'GET /transactions/x/timeline',
  'GET /settlement/list',
  'GET /wallet/history',
  'GET /rate/live',
  'GET /kyc',
]

const card = /needs no authentication and returns the rate table of eight currencies/
const live = /returns the current provider rate and calls the provider every time/
const phone = /kyc normalises/

const resources: Row[] = [
  ...all('2.1', record, (field) => `\`${field}\` of a transaction, in list and status`, listed),
  ...all('2.1', ['telco_reference', 'completed_at'], (field) => `\`${field}\`, of the status only`, onlyStatus),
  ['2.1', '`transaction_id` begins with `IMT-IN-`', /returns Submitted with every field/],
  ['2.2', 'at, kind, detail in the envelope of the timeline', /a timeline has reference, transaction_id and events/],
  ...all('2.2', shownKinds, (kind) => `\`${kind}\``, detail),
  ...otherKinds.map(([kind, proof]): Row => ['2.2', `\`${kind}\``, proof]),
  ...all('2.3', ['base', 'as_of', 'next_refresh_at', 'rates'], (field) => `\`${field}\` of the rate table`, card),
  ['2.3', 'UGX, NGN, KES, TZS, RWF, ZAR, GHS, CDF: units for 1 USD', card],
  ...all('2.4', ['base', 'currency', 'rate', 'as_of', 'source'], (field) => `\`${field}\` of a live rate`, live),
  ...all('2.5', ['phone', 'e164', 'country', 'operator', 'blacklisted'], (field) => `\`${field}\` of a phone check`, phone),
  ...all('2.6', ['status', 'service', 'checks.database', 'timestamp'], (field) => `\`${field}\` of health`, health),
  ['2.7', 'sender_document_type: 5 values', /sender_document_type takes its 5 values/],
  ['2.7', 'receiver_document_type: 5 values', /receiver_document_type takes its 5 values/],
  ['2.7', 'reason_of_transaction: 23 values', /reason_of_transaction takes its 23 values/],
  ['2.7', 'source_of_funds: 10 values', /source_of_funds takes its 10 values/],
  ['2.7', 'balance record', /balance of a new wallet is zero, in dollars/],
  ['2.7', 'settlement record', /is closed two minutes after the UTC day has ended/],
  ['2.7', 'wallet history record', /a history line has id, at, kind, amount, balance_after/],
] // biome-ignore format: a table with one row per line

const moves: Row[] = [
  [
    '3',
    'none to Submitted: checked, reserved, dispatched',
    /returns Submitted with every field|01 succeeds and is paid once/,
  ],
  ['3', 'none to Hold: nothing reserved, no callback', /is held: as (sender|receiver)/],
  ['3', 'Submitted to Successful: debit confirmed, callback', /01 succeeds and is paid once/],
  [
    '3',
    'Submitted to Failed: refunded, callback',
    /02 is declined: Failed, and the wallet has its money again/,
  ],
  ['3', 'Successful to Reversed: credited, follow-up callback', /04 succeeds and is reversed: two callbacks/],
  [
    '3',
    'Hold to Submitted: released by an admin; 402 keeps it held',
    /a release reserves the money, pays out/,
  ],
  [
    '3',
    'Hold to Failed: rejected by an admin, callback',
    /becomes Failed without a refund and the merchant is notified/,
  ],
  [
    '3',
    'only one of two decisions counts',
    /concurrent releases and rejections of one hold, exactly one succeeds/,
  ],
  ['3', 'a report after the end moves no money', /moves nothing where an inquiry confirms the record/],
  ['3', 'Submitted without a report leads to an inquiry', /03 never calls back/],
  [
    '3',
    'a payout whose answer is late is made once',
    /06 replies too late, succeeds all the same, and is paid once/,
  ],
  ['3', 'the wallet is never overdrawn', /the wallet is never overdrawn/],
]

const endpoints: Row[] = [
  ...['USD', 'EUR', 'NGN', 'GHS', 'UGX', 'CAD'].map((code): Row => ['1', `senders pay in ${code}`, new RegExp(`senders may pay in ${code}`)]),
  ['1', 'receivers are paid in USD only', /a receiver_currency of \w+ is RMT-1003: only USD/],
  ['1', 'conversion by the stored rate table, rounded down', /by the stored rate table, rounded down/],
  ...required.map((field): Row => ['4.1', `\`${field}\` is required`, new RegExp(`without ${field}, or with null, is RMT-1005`)]),
  ['4.1', '`receiver_current_address` or `receiver_permanent_address`', /receiver_(current|permanent)_address alone is enough/],
  ['4.1', 'every missing field at once', /every missing field is listed at once/],
  ['4.1', 'empty strings only where they are allowed', /only middle names and sender_msisdn may be empty/],
  ['4.1', 'optional: reason_details, provider_name, callback_url', /optional fields may be given, omitted or null/],
  ['4.1', 'dates are YYYY-MM-DD', /must be YYYY-MM-DD and a real day/],
  ['4.1', 'a sender of age, a document that is valid', /a sender under 18 is RMT-1006|a document that expired yesterday is RMT-1006/],
  ['4.1', 'amount: a number above 0 with two decimals', /amounts > .* is RMT-1002/],
  ['4.1', 'customer_number in any form', /customer_number .* is read as 243810000001/],
  ['4.1', 'operator by prefix; a contradiction is refused', /belongs to \w+ by its prefix|a Vodacom number with operator/],
  ['4.1', 'lengths of texts', /has at most \d+ characters, or RMT-1005/],
  ['4.1', 'name check against the subscriber', /the expected name .* (matches the subscriber|does not match: 422 RMT-4006)/],
  ['4.1', 'blacklist before the operator is asked', /on the blacklist is 403 RMT-3001 before/],
  ['4.1', 'answer', /returns Submitted with every field/],
  ['4.1', 'the same reference and content: the first answer', /gets the first response byte for byte|twenty concurrent repeats are one transfer/],
  ['4.1', 'fee of the profile', /pays the profile fee on top/],
  ['4.1', 'what is refused leaves the reference free', /a refused transfer leaves nothing behind/],
  ['4.2', 'POST /outbound > is disabled', /outbound is disabled for any body/],
  ['4.3', 'GET /account-lookup with its name_match', /account-lookup returns the wallet owner|is a (MATCH|PARTIAL|NO_MATCH) of Jean Mukendi/],
  ['4.4', 'GET /balance', /balance of a new wallet is zero, in dollars/],
  ['4.5', '`limit`: 20, at most 100', /has 20 transfers by default and at most 100/],
  ['4.5', '`page`, from 1', /all pages hold each one once|with page=0 is RMT-1005/],
  ['4.5', '`status`', /transfers are listed by status/],
  ['4.5', '`operator`', /transfers are listed by operator/],
  ['4.5', '`from` and `to`, both counted', /by whole UTC days, both inclusive/],
  ['4.5', 'items and pagination', listed],
  ['4.5', 'bad parameters', /a transfer list with .* is RMT-100[56]/],
  ['4.6', 'by reference or transaction_id', onlyStatus],
  ['4.6', 'neither: RMT-1005', /with neither is 400 RMT-1005/],
  ['4.6', "none of the merchant's: RMT-404", /the status of an unknown transfer|another merchant cannot see a transfer/],
  ['4.7', 'GET /transactions/{reference}/timeline', /a timeline has reference, transaction_id and events, oldest first/],
  ['4.8', 'GET /rate, open, cached', card],
  ['4.8', 'refreshed at 00:00, 06:00, 12:00, 18:00 UTC', /refreshed at 00:00, 06:00, 12:00 and 18:00 UTC/],
  ['4.9', 'GET /rate/live asks the provider every time', live],
  ['4.9', '`currency` is required, ISO 4217', /with a currency missing or malformed is RMT-1005|for a code outside ISO 4217/],
  ['4.10', 'GET /kyc, any form, normalised', phone],
  ['4.10', 'foreign numbers', /a foreign number has its country/],
  ['4.10', 'the blacklist', /kyc reports blacklisted numbers/],
  ['4.10', 'independent of account-lookup', /does not call the operator: it is independent of account-lookup/],
  ['4.11', 'GET /health: 200 healthy, 503 degraded, no session', health],
  ['4.12', 'GET /settlement/list', /is closed two minutes after the UTC day has ended|are listed by day and in pages/],
  ['4.12', 'GET /wallet/history', /has a line for every movement, with the balance after it/],
  ['4.13', 'POST /merchant/login', /login returns a token that is not cacheable/],
  ['4.13', 'POST /merchant/secret: the old one is invalid at once', /a new merchant secret is not cacheable and the old one is refused at once/],
  ['4.13', '/merchant/change-password', /a changed password ends all other sessions/],
  ['4.13', '/merchant/whitelist', /the allowlist starts empty, is replaced as a whole/],
  ['4.13', '/merchant/callback', /the callback URL starts as null, can be set/],
  ['4.13', '/merchant/go-live', /go-live starts as NONE and becomes PENDING once/],
] // biome-ignore format: a table with one row per line

const callers: Row[] = [
  ...basicPaths.map(
    (path): Row => [
      '5',
      `Basic: ${path}`,
      new RegExp(`Basic authentication > ${path}[^ ]* without Basic credentials`),
    ],
  ),
  ['5', 'Bearer: self-service', /an access token that .* is 401 with a challenge/],
  ['5', 'none: rate, health', /endpoints without authentication > \/(rate|health) responds/],
  [
    '5',
    'merchant_code `<PREFIX>-XXXX-XXXX`, merchant_secret with its prefix',
    /merchant codes and secrets have the documented form/,
  ],
  [
    '5',
    'requests come from servers, never from browsers',
    /no response allows a browser script of another origin/,
  ],
  ['5', 'rotation is immediate', /a rotated merchant secret is refused at once on every process/],
  ['5', 'access_token lives 3600 seconds', /lives 3600 seconds by the business clock/],
  [
    '6',
    'callback to callback_url of the request, or of the merchant',
    /goes to the request's URL, else to the merchant's/,
  ],
  ['6', 'follow-up after a reversal', /of a reversal follows the first one/],
  ['6', 'dispatch and HTTP status in the timeline', /until accepted, as the timeline shows/],
  ['6', 'signed with HMAC-SHA256', /signed with the callback secret over time and raw body/],
  ['6', 'payload', /has the whole outcome, signed/],
  ['6', 'retried until it is accepted', /retried with the same bytes until accepted/],
  ['6', 'mock references begin with SIMULATED- or SIM-', /mock references begin with SIM- or SIMULATED-/],
  ['6', 'polling is the fallback', /the status still shows the outcome/],
  [
    '6',
    'callbacks of operators twice and out of order',
    /08 calls back twice and out of order|duplicate and reordered callbacks change nothing/,
  ],
  ['6', 'callbacks of operators that are forged', /forged callbacks change nothing/],
  [
    '6',
    'callbacks of operators at a wrong address',
    /at an address that was not given to the operator is 404/,
  ],
]

const limits: Row[] = [
  [
    '7',
    'the first code by precedence, all faults listed',
    /the first by precedence sets the code, and all are listed/,
  ],
  ['7', 'JSON for everyone, with a request id', /is JSON even for a browser|has its own X-Request-Id/],
  ['8', 'page size', /has 20 transfers by default and at most 100/],
  ['8', 'rate table refresh', /refreshed at 00:00, 06:00, 12:00 and 18:00 UTC/],
  [
    '8',
    'the quota of the rate provider is used by /rate/live alone',
    /only a live rate request calls the rate provider/,
  ],
  ['8', 'sandbox transaction of 1 USD, by its converted value', /more than 1 USD in the sandbox is RMT-9003/],
  [
    '8',
    'X-Skip-Name-Check, in the sandbox only',
    /skips the name check in the sandbox|cannot skip the name check/,
  ],
  ['9', 'sandbox: a test number per outcome and operator', /over \w+, numbers of \w+ > /],
  ['9', 'sandbox: wallet top-up', /a sandbox top-up of .* returns a balance/],
]

export const remittanceRows: readonly Row[] = [
  ...endpoints.filter(([section]) => section === '1'),
  ...resources,
  ...moves,
  ...endpoints.filter(([section]) => section !== '1'),
  ...callers,
  ...codes.map(([code, meaning, proof]): Row => ['7', `${code}: ${meaning}`, proof]),
  ...limits,
]
