// Mutants of the name check, of the names of one person, and of what list files say about documents and telephones.
import { type Mutant, without } from '../mutant.ts'

const match = 'server/compliance/names/match.test.ts'
const files = 'server/compliance/lists/file.test.ts'
const published = 'server/compliance/lists/formats/published-lists.test.ts'
const listMatch = 'server/compliance/screening/list-match.test.ts'
const subjects = 'server/remittance/limits/subjects.test.ts'
const words = 'server/compliance/names/word-pair.test.ts'
const foreign = 'server/compliance/screening/foreign-spellings.test.ts'
const body = 'server/platform/http/body/body.test.ts'
const parties = 'server/remittance/holds/screening.test.ts'

export const names: readonly Mutant[] = [
  without(
    'name check: own name of the wallet',
    ['wallets-own-name', 'plainText(expected) === plainText(found)', 'plainText(expected) === undefined'],
    'a wallet of a couple or a company is refused under its own name',
    match,
  ),
  without(
    'name check: names of businesses',
    ['business-names', 'const parts = withoutBusiness(own)', 'const parts = own'],
    'a business with sons is taken for two persons',
    match,
  ),
  without(
    'name check: names that an operator cut',
    ['truncated-wallet-names', 'letters < shortestCut', 'letters > 0'],
    'whoever has a long name cannot be paid',
    match,
  ),
  without(
    'one person: initials',
    ['same-person-initials', '>= 2 ? whole : words', '>= 200 ? whole : words'],
    'an initial gives a sender new limits',
    subjects,
  ),
  without(
    'one person: pieces of a name',
    ['same-person-pieces', 'isKnown(run.map', 'run.length > 9 && isKnown(run.map'],
    'a blank within a name gives a sender new limits',
    subjects,
  ),
  without(
    'one name: the sign for a missing part',
    ['sign-for-missing-name', '!isSign(part)', "part !== 'none'"],
    'the sign for a missing name is stored as a name',
    parties,
  ),
  without(
    'documents: labels',
    ['document-labels', ', identifierKey(labelAndNumber(text).number)', ''],
    'a listed document passes when its kind is written before it',
    listMatch,
  ),
  without(
    'OFAC: remarks without documents',
    ['remarks-without-documents', 'otherRemarks.test(remark)', "otherRemarks.source === ''"],
    'telephones and fax numbers are listed as documents',
    files,
  ),
  without(
    'OFAC: continued remarks',
    ['continued-remarks', '>= fullRemark', '>= 100_000'],
    'a document number that was cut is not found',
    files,
  ),
  without(
    'XML lists: document types',
    ['list-doctype', '/<!(?:DOCTYPE|ENTITY)/i.test(text)', 'text === ""'],
    'a small file fills the memory',
    published,
  ),
  without(
    'XML lists: the whole file',
    ['whole-xml-list', 'lastEndTag(text) !== root', 'false'],
    'half a list replaces the whole one',
    published,
  ),
  without(
    'telephone of the sender',
    ['sender-phone-screening', "sender.msisdn !== ''", "sender.msisdn === 'none'"],
    'a listed telephone sends money',
    parties,
  ),
  without(
    'telephone of the wallet',
    ['wallet-phone-screening', 'phones: [customerNumber]', 'phones: []'],
    'a listed telephone receives money',
    parties,
  ),
  without(
    'list matching: syllables',
    ['syllables-as-names', 'areSyllables(a, b)', 'a === b && areSyllables(a, b)'],
    'people with short East Asian names are held for each other',
    words,
  ),
  without(
    'list matching: names of one rare word',
    ['rare-one-word-names', 'another === undefined &&', 'another !== undefined &&'],
    'a listed name of one word passes beside any other name',
    foreign,
  ),
  without(
    'free texts: card numbers',
    ['card-numbers-in-free-text', '.overwrite(withoutCardNumbers)', ''],
    'a card number in a reason is stored',
    body,
  ),
  without(
    'paragraphs: card numbers',
    ['card-numbers-in-paragraphs', '.overwrite(withoutCardNumbers)', ''],
    'a card number in a note is stored',
    body,
  ),
]
