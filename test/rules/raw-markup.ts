// ghtml writes `!${…}` into a page unescaped. This lists the expressions allowed there, and why each is markup and not user
// input.

const markup = 'made by html`…`, which escapes its values'
const ours = 'a constant text in our sources'

/** Each expression, or function whose result is written, and the reason why it is safe. */
const allowedNames: Readonly<Record<string, string>> = {
  actionMarkup: markup,
  nextStep: markup,
  "amount.replace(/[A-Z]{3}/, '<small>$&</small>')": 'an amount that we formatted: digits and a currency',
  'assets.identity': 'our own tags',
  amountMarkup: markup,
  amountError: markup,
  amountFieldset: markup,
  amountSummary: markup,
  choiceLabel: markup,
  detailsMarkup: markup,
  leadMarkup: markup,
  otherAmountField: markup,
  paidRows: markup,
  partsMarkup: markup,
  progressMarkup: markup,
  radioButtons: markup,
  'assets[style]': 'our own style sheet',
  attribute: ours,
  attributes: ours,
  back: markup,
  backLink: markup,
  billingForm: markup,
  body: markup,
  content: markup,
  mark: markup,
  brandStyle: markup,
  brandThemeColours: markup,
  brands: ours,
  cancelDialog: markup,
  call: 'our own script, with values from jsonForHtml',
  cardForm: markup,
  cards: markup,
  challengeDialog: markup,
  contactMarkup: markup,
  countryField: markup,
  cross: ours,
  current: ours,
  dataBlock: markup,
  described: 'our own attributes, with names of fields',
  exits: markup,
  emailMarkup: markup,
  encodeURIComponent: 'its result contains no characters of markup',
  factMarkup: markup,
  factRows: markup,
  'facts.body': markup,
  footer: 'the mark and a constant text',
  faultMessage: markup,
  field: markup,
  contactLine: markup,
  foundMarkup: markup,
  helpForm: markup,
  helpLink: markup,
  inputField: markup,
  remindersBox: markup,
  resultMarkup: markup,
  startMarkup: markup,
  timeMarkup: markup,
  head: markup,
  hiddenUnless: ours,
  items: markup,
  cardIcon: ours,
  cardLink: markup,
  phoneDrawing: ours,
  jsonForHtml: 'JSON with escaped markup characters',
  linkRows: markup,
  listItems: markup,
  nextSteps: markup,
  links: markup,
  lock: ours,
  'marks[status]': ours,
  options: markup,
  otherMethod: markup,
  testNumbers: markup,
  declinedPanel: markup,
  checkingPanel: markup,
  promptPanel: markup,
  operatorChoice: markup,
  numberForm: markup,
  choosePanel: markup,
  operatorIcon: markup,
  paragraphMarkup: markup,
  paymentDetails: markup,
  paymentRows: markup,
  payMoreMarkup: markup,
  printIcon: ours,
  proofMarkup: markup,
  qrSvg: 'squares, with no text in them',
  resultMark: markup,
  retryLink: markup,
  rowButton: markup,
  rowLines: markup,
  rows: markup,
  script: markup,
  scriptMarkup: markup,
  'scripts.begin': ours,
  'scripts.collect': ours,
  'scripts.submit': ours,
  shareActions: markup,
  shareIcon: ours,
  shield: ours,
  style: ours,
  summary: markup,
  listMarkup: markup,
  logoMarkup: markup,
  supportLink: markup,
  supportMarkup: markup,
  testBanner: markup,
  testNote: markup,
  tick: ours,
  topBar: markup,
  transactionRow: markup,
  waitingSteps: markup,
  whatsappIcon: ours,
}

/** Returns the expressions that a source writes unescaped and that are not known to be markup. */
export function rawTexts(source: string): string[] {
  return expressionsOf(source).filter((expression) => !isMarkup(expression))
}

/** Returns the texts between `!${` and the closing brace. */
function expressionsOf(source: string): string[] {
  const found: string[] = []
  for (let at = source.indexOf('!${'); at !== -1; at = source.indexOf('!${', at + 3)) {
    let depth = 1
    let suffix = at + 3
    for (; depth > 0 && suffix < source.length; suffix += 1) {
      if (source[suffix] === '{') depth += 1
      if (source[suffix] === '}') depth -= 1
    }
    found.push(source.slice(at + 3, suffix - 1))
  }
  return found
}

function isMarkup(expression: string): boolean {
  const text = expression.trim()
  const question = text.indexOf(' ? ')
  const colon = text.lastIndexOf(' : ')
  const isCall = /^[\w.]+\(.*\)$/s.test(text)
  if (question !== -1 && colon > question && !isCall)
    return isMarkup(text.slice(question + 3, colon)) && isMarkup(text.slice(colon + 3))
  if (/^'[^']*'$/.test(text) || /^html`.*`$/s.test(text)) return true
  return (
    Object.hasOwn(allowedNames, text) ||
    (isCall && Object.hasOwn(allowedNames, text.slice(0, text.indexOf('('))))
  )
}
