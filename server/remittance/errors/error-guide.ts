// What a merchant's developer needs to know of each code beside its words: docs/errors/ is printed from here and from
// the catalogues. A test compares them with what the sources throw.
import { accessProblems } from '../../admin/access.ts'
import { complianceProblems } from '../../compliance/problems.ts'
import type { ProblemSpec } from '../../kernel/problem.ts'
import { basicProblems } from '../../merchants/identity/basic-auth.ts'
import { merchantAdminProblems, selfServiceProblems } from '../../merchants/problems.ts'
import { codeOf } from '../../platform/http/coded-errors.ts'
import { requestProblems } from '../../platform/http/problems.ts'
import { remittanceProblems } from '../transfer/problems.ts'

/** Answered on the bare socket, before there is a path that could have a code. */
const { headers_too_large: _, ...answered } = requestProblems

const catalogues: readonly Readonly<Record<string, ProblemSpec>>[] = [
  answered,
  basicProblems,
  accessProblems,
  selfServiceProblems,
  merchantAdminProblems,
  complianceProblems,
  remittanceProblems,
]

/** Every problem of the remittance service, by its code. */
export function problemsByCode(): Map<string, ProblemSpec[]> {
  const found = new Map<string, ProblemSpec[]>()
  for (const spec of catalogues.flatMap((catalogue) => Object.values(catalogue)))
    found.set(codeOf(spec), [...(found.get(codeOf(spec)) ?? []), spec])
  return new Map([...found].sort(([a], [b]) => numberOf(a) - numberOf(b)))
}

const numberOf = (code: string) => Number(code.slice(4))

/** What leads to the answer, and what to do about it. */
export type Advice = { cause: string; mend: string }

export const errorGuide: Readonly<Record<string, Advice>> = {
  'RMT-401': {
    cause:
      'On paths of transfers: the Authorization header is missing, doubled or not Basic, or the merchant code or the merchant secret in it is wrong; after a rotation the old secret is wrong at once. At self-service: email or password are wrong, or the access token is missing, unknown, expired or ended by a logout or a change of the password.',
    mend: 'For transfers send `Authorization: Basic` with the Base64 of `<merchant_code>:<merchant_secret>`; the secret begins with `msk_`, the API key and API secret are for cards. For self-service sign in again.',
  },
  'RMT-403': {
    cause:
      'The credentials are right, but this may not be done with them: the merchant is suspended, its whitelist does not hold the address the request came from, the deployment does not serve its environment, or a call for sandboxes was made by a live merchant, or for one: what it sent in the sandbox and is held cannot be released any more. Sign-up may be closed. On admin paths: the network or the token is not allowed.',
    mend: 'The message says which. Ask whoever runs the deployment. Whoever runs it behind a proxy: `TRUSTED_PROXIES` decides which address counts.',
  },
  'RMT-404': {
    cause:
      "There is no such path, or nothing with this reference or id. Another merchant's transfer is not found either.",
    mend: 'Check path and reference. An inbound call that was answered with a 4xx has made no transfer, so its reference is not found: mend the call and send it again.',
  },
  'RMT-405': {
    cause: 'The path exists and does not take this method.',
    mend: 'The header `Allow` lists the methods it takes.',
  },
  'RMT-409': {
    cause:
      'An earlier request with the same `Idempotency-Key` has not been answered yet; or the merchant is not in a state that allows what is asked for, which the message names.',
    mend: 'With an `Idempotency-Key`: wait a second and send the same request with the same key, and it gets the answer of the first. Otherwise read the state again: `GET /api/v1/merchant/go-live`, `GET /api/v1/merchant/callback`.',
  },
  'RMT-413': {
    cause: 'The body has more than 64 KiB, or more than 4 KiB and no credentials.',
    mend: 'A transfer needs about one. Send `Authorization` with every request that needs it.',
  },
  'RMT-415': {
    cause: 'The body is not announced as JSON, or it is compressed.',
    mend: 'Send `Content-Type: application/json` and no `Content-Encoding`.',
  },
  'RMT-422': {
    cause:
      '`Idempotency-Key` was used for another request within 24 hours, or is not 1 to 255 printable ASCII characters.',
    mend: 'Take a new key for each new request, and the same only to repeat one. The reference of a transfer does the same without a key.',
  },
  'RMT-429': {
    cause:
      'The merchant has used up its requests for the moment: `RateLimit-Limit` tells how many may come at once. At login: after too many wrong passwords the email is locked from this address, to the right password as well; keys and secrets go on working.',
    mend: 'Wait as many seconds as `Retry-After` says. Follow transfers by their callbacks, and poll only those whose callback is late.',
  },
  'RMT-500': {
    cause: 'A fault of ours. It is in the log under the `X-Request-Id` of the answer.',
    mend: 'Nobody knows whether the request was carried out: send it again with the same reference, which moves nothing twice. Report the `X-Request-Id` if it stays.',
  },
  'RMT-503': {
    cause:
      'The service has more to do than it can, and refuses what is worth least before it has done anything: lists before statuses, statuses before transfers. Or the database cannot be reached at the moment.',
    mend: 'Send the same request again after `Retry-After`, with the same reference or `Idempotency-Key`: neither was used up. Follow transfers by their callbacks: they come when lists are refused, too.',
  },
  'RMT-1001': {
    cause:
      'The body is not one JSON value in UTF-8: a comma too many, a key twice, a byte order mark, an empty body.',
    mend: 'Let a JSON library write the body.',
  },
  'RMT-1002': {
    cause:
      'The amount is no JSON number, not above 0, has more than two decimals, or is above 9999999999.99 (10000.00 for a top-up). Text such as `"1.00"` is no number. An amount that comes to less than a cent of a dollar is refused as well.',
    mend: 'Send a number: `"amount": 12.5`.',
  },
  'RMT-1003': {
    cause:
      "The sender's currency is not one of USD, EUR, NGN, GHS, UGX, CAD; `receiver_currency` is not USD; or the currency of a live rate is no ISO 4217 code the provider has.",
    mend: 'Send the code in capital letters. Leave `receiver_currency` out.',
  },
  'RMT-1004': {
    cause:
      "The number is none, or of no operator we serve, or of another operator than the one named beside it. `errors` says which field. A sender's number may be of any country; it must only be one that could be dialled.",
    mend: 'Check the number with `GET /api/v1/remittance/kyc?phone=…`, which tells country and operator, and leave `operator` out: the prefix decides.',
  },
  'RMT-1005': {
    cause:
      'Fields are absent, empty, too long or of the wrong type, or a list parameter is wrong. `errors` names every one of them, with the faults that have codes of their own.',
    mend: 'Go through `errors` once: they are all there at the first call. Of the required fields only `sender_msisdn`, `sender_middle_name` and `receiver_middle_name` may be empty texts.',
  },
  'RMT-1006': {
    cause:
      'A date is not `YYYY-MM-DD` or no day of the calendar; the sender is under 18; the document has expired, is not issued yet, or was issued after it expires.',
    mend: '`errors` names the dates. A person under 18 and an expired document cannot be sent for.',
  },
  'RMT-1007': {
    cause:
      'A transfer with this reference exists, and its fields were others: `errors` names those that differ. Nothing has happened now.',
    mend: 'Repeat a transfer with the same fields, or give a new transfer a new reference. Read the old one with `GET /api/v1/remittance/transaction/status?reference=…`.',
  },
  'RMT-1008': {
    cause:
      'Admins only: the transfer was released or rejected by somebody else meanwhile, or was never held; or the exchange rates do not wait for approval any more.',
    mend: 'Read the list of holds or rates again.',
  },
  'RMT-1009': {
    cause: '`current_password` is not the password of the account.',
    mend: 'Send the password you sign in with.',
  },
  'RMT-1010': {
    cause: 'The new password is refused. The message says why.',
    mend: 'Take 12 to 128 characters that are in no list of common passwords.',
  },
  'RMT-1011': {
    cause: 'An entry of `addresses` is no IP address and no network in CIDR notation.',
    mend: 'Write `203.0.113.7` or `203.0.113.0/24`. An empty list lets every address in.',
  },
  'RMT-1012': {
    cause: 'Admins only: the number is on the blacklist of this environment.',
    mend: 'Nothing to do.',
  },
  'RMT-1013': {
    cause: 'Admins only: somebody has closed this alert.',
    mend: 'Read it to see who, and why.',
  },
  'RMT-1014': {
    cause:
      'Admins only: the transfer has not arrived, was taken back or is being taken back, or its operator cannot take payouts back. The message says which. Nothing was asked of the operator.',
    mend: 'Read the transfer again: `allowed_actions.reverse` says what may be done. What the operator cannot take back is settled with the beneficiary.',
  },
  'RMT-1015': {
    cause: '`sender_document_type` is not one of PASSPORT, NATIONAL_ID, DRIVING_LICENCE, VOTER_CARD, OTHER.',
    mend: 'Capital letters count. `errors` has the list.',
  },
  'RMT-1016': {
    cause: '`reason_of_transaction` is not one of its 23 values.',
    mend: 'Capital letters count. `errors` has the list; `OTHER` with `reason_details` is always possible.',
  },
  'RMT-1017': {
    cause: '`source_of_funds` is not one of its 10 values.',
    mend: 'Capital letters count. `errors` has the list.',
  },
  'RMT-1018': {
    cause: 'Both `receiver_current_address` and `receiver_permanent_address` are absent or empty.',
    mend: 'Send at least one of them.',
  },
  'RMT-1019': {
    cause:
      '`receiver_document_type` is not one of PASSPORT, NATIONAL_ID, DRIVING_LICENCE, VOTER_CARD, OTHER.',
    mend: 'Capital letters count. `errors` has the list.',
  },
  'RMT-1020': {
    cause:
      'Admins only: nothing was sent to the operator yet, or no connection to it is configured, so there is nothing to ask about. The message says which.',
    mend: 'Read the transfer again: `payout` says whether and when it was sent.',
  },
  'RMT-1021': {
    cause: 'Admins only: whoever asks for an adjustment may neither approve nor reject it.',
    mend: 'Let another person decide. Owners count, not tokens or their names: one person with two tokens is one person.',
  },
  'RMT-1022': {
    cause:
      'Admins only: an adjustment, or a top-up beyond what one person may add within 24 hours, needs two persons, and `ADMIN_TOKENS` of this deployment names only one.',
    mend: 'Add a second owner with a token of its own to `ADMIN_TOKENS`.',
  },
  'RMT-1023': {
    cause: 'Admins only: somebody else has approved or rejected the adjustment meanwhile.',
    mend: 'Read the list of adjustments again.',
  },
  'RMT-1024': {
    cause: 'Admins only: the operator was paused, or resumed, by somebody else meanwhile.',
    mend: 'Read the list of operators again.',
  },
  'RMT-2001': {
    cause:
      'The wallet has less available than the transfer and its fee cost. No transfer was made, and its reference is free. For an admin who releases a held transfer: it stays held; who approves an adjustment: it stays pending.',
    mend: 'Look at `GET /api/v1/remittance/balance`, have the wallet topped up, and send the same request again. In a sandbox: `POST /api/v1/remittance/sandbox/topup`.',
  },
  'RMT-3001': {
    cause: "The beneficiary's number is on the blacklist. No transfer was made.",
    mend: 'Do not send to it. Whoever runs the deployment knows why it is there.',
  },
  'RMT-4001': {
    cause:
      'The operator knows no mobile-money wallet with this number, or one that may not receive money. No transfer was made.',
    mend: 'Ask the sender for the right number, or the beneficiary to have the wallet opened. `GET /api/v1/remittance/account-lookup` asks the operator without sending.',
  },
  'RMT-4006': {
    cause:
      '`expected_receiver_name` is too far from the name the wallet is registered under: it matches by less than 0.6. No transfer was made.',
    mend: 'Show the sender the number again. `GET /api/v1/remittance/account-lookup` with `expected_receiver_name` tells what matched word by word. Order, case, accents and usual spellings make no difference.',
  },
  'RMT-5001': {
    cause:
      'The operator did not answer the question for the name behind the number, no connection to it is configured, or people have paused it. No transfer was made. For an admin who asks about a transfer: the operator did not answer, and nothing has changed.',
    mend: 'Send the same request again later, with the same reference.',
  },
  'RMT-5002': {
    cause:
      'The rate provider did not answer the question for a live rate, or none is configured. Transfers do not need it: they are converted by the rate card.',
    mend: 'Use `GET /api/v1/remittance/rate`, which is always at hand, and ask again later.',
  },
  'RMT-5003': {
    cause:
      'The rate card is more than 12 hours old, or there is none yet, so nothing is converted. No transfer was made. Transfers in USD need no rate.',
    mend: 'Send the same request again later, with the same reference. Whoever runs the deployment: docs/operations.md, Exchange rates.',
  },
  'RMT-9001': {
    cause: 'Transfers out of the country are not offered.',
    mend: 'There is only `POST /api/v1/remittance/inbound`.',
  },
  'RMT-9003': {
    cause: 'In the sandbox a transfer comes to 1.00 USD at most, whatever its currency.',
    mend: 'Send less: `"amount": 1, "currency": "USD"`.',
  },
}
