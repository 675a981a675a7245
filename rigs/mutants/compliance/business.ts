// Mutants of the business of merchants: its numbers, papers, owners, and what an approval needs.
import { type Mutant, without } from '../mutant.ts'

const given = 'server/merchants/business/business.test.ts'
const review = 'server/merchants/business/review.test.ts'
const numbers = 'server/merchants/business/numbers.test.ts'

export const businessPapers: readonly Mutant[] = [
  without(
    'business: form of numbers',
    ['business-number-form', 'pattern.test(value)', 'value.length > 0'],
    'any text is taken as the number of a business',
    numbers,
  ),
  without(
    'business: kind of registration',
    ['business-registration-kind', "kindOfRegistration(rccm) !== 'person'", 'rccm.length < 3'],
    'a sole trader goes live with the number of a company',
    given,
  ),
  without(
    'business: sum of shares',
    ['business-shares', 'shares > 100', 'shares > 1_000'],
    'owners have more than the whole business',
    given,
  ),
  without(
    'business: the same owner twice',
    ['business-owner-twice', '.length)', '.length - 9)'],
    'one person counts as two owners, and is identified once',
    given,
  ),
  without(
    'business: owner who is born',
    ['business-owner-born', 'day) > 0', 'day) > 99'],
    'a business has an owner who is not born yet',
    given,
  ),
  without(
    'business: papers of other facts',
    ['business-paper-of-other-facts', '!isDeepStrictEqual', 'false && isDeepStrictEqual'],
    'a merchant changes its owner after the identity document was accepted',
    review,
  ),
  without(
    'business: fixed while reviewed',
    ['business-fixed-while-reviewed', "|| state === 'PENDING'", ''],
    'a merchant changes its owners while their papers are reviewed',
    given,
  ),
  without(
    'business: papers off',
    ['business-papers-off', 'remove'],
    'whoever signs up in a sandbox fills the disk with papers',
    given,
  ),
  without(
    'business: file of the merchant',
    ['business-file-of-merchant', 'and p.merchant_id = $2', 'and $2::bigint is not null'],
    'a merchant reads how far the file of another is',
    given,
  ),
  without(
    'business: number of files',
    ['business-file-count', 'kept.length >= maxFilesOfPaper ||', ''],
    'a paper takes any number of files',
    given,
  ),
  without(
    'business: papers sent',
    ['business-papers-sent', "state !== 'SENT' && state !== 'ACCEPTED'", "state === 'EXPIRED'"],
    'a request is filed without papers',
    given,
  ),
  without(
    'go-live: accepted papers',
    ['go-live-papers-accepted', 'needs.asksPapers', 'needs.asksPapers && !event'],
    'a merchant goes live without accepted papers',
    review,
  ),
  without(
    'business: draft',
    ['business-submitted', 'remove'],
    'papers of a draft are decided before it is sent',
    review,
  ),
  without(
    'business: files that were read',
    ['business-files-read', 'remove'],
    'a paper is accepted with a file that nobody has read',
    review,
  ),
  without(
    'business: expired paper',
    ['business-paper-expired', 'terms.expires_on && isExpired', '!terms.decision && isExpired'],
    'a paper that has expired is accepted',
    review,
  ),
  without(
    'business: screening blocks',
    ['business-screening-blocks', "|| screening?.state === 'CLEARED'", '|| screening !== undefined'],
    'a merchant goes live whose owner is on a list',
    review,
  ),
  without(
    'business: download audited',
    ['business-file-audited', 'remove'],
    'papers of a business are read without a trace',
    review,
  ),
  without(
    'business: reminders',
    ['business-reminders', 'coalesce(p.reminded_days, 32767) > $2', '$2::int > 0'],
    'two reminders of a paper that was accepted late arrive at once',
    review,
  ),
  without(
    'business: retention',
    ['business-retention', "and m.environment = 'sandbox'", "and m.environment <> ''"],
    'the papers of a live merchant are deleted',
    review,
  ),
  without(
    'business: view audited',
    ['business-view-audited', 'remove'],
    'a business is read without a trace',
    review,
  ),
  without(
    'business: owner of the merchant',
    ['business-owner-known', 'left.delete(id)', '(left.delete(id) || true)'],
    'a merchant takes the owner of another, and with it the clearance',
    given,
  ),
  without(
    'business: file of an open paper',
    ['business-file-undecided', "and p.state = 'SENT'", ''],
    'a file changes after its paper was accepted',
    review,
  ),
  without(
    'business: match to decide',
    ['business-screening-held', "state in ('HELD', 'CONFIRMED', 'CLEARED')", "state <> ''"],
    'an officer decides about an owner who is on no list',
    review,
  ),
  without(
    'go-live: papers sent',
    ['go-live-papers-sent', 'remove'],
    'a request is filed whose owners nobody has screened',
    review,
  ),
]
