// Mutants of requests for papers, and of the files that are sent through their links.
import { type Mutant, without } from '../mutant.ts'

const requests = 'server/remittance/cases/papers/requests.test.ts'
const uploadLinks = 'server/remittance/cases/papers/upload-links.test.ts'
const uploads = 'server/remittance/cases/papers/uploads.test.ts'

export const paperUploads: readonly Mutant[] = [
  without(
    'paper request: of the case',
    ['paper-request-of-case', ' and r.case_id = $2', ' and $2::bigint is not null'],
    'a link is withdrawn through another case',
    requests,
  ),
  without(
    'paper request: number of open links',
    ['open-paper-requests', '>= maxOpen', '> 1_000'],
    'a case gets any number of open links',
    requests,
  ),
  without(
    'paper request: withdrawn',
    ['withdrawn-paper-request', 'remove'],
    'a withdrawn link is extended',
    requests,
  ),
  without(
    'upload link: valid',
    [
      'upload-link-valid',
      '${validLink}',
      "${validLink.replace('r.expires_at > $2', '$2::timestamptz is not null')}",
    ],
    'an expired link still opens',
    uploadLinks,
  ),
  without(
    'upload link: still valid',
    ['upload-link-still-valid', 'await requestOfLink(sql, token, at)', 'found'],
    'a piece is stored although its link was withdrawn meanwhile',
    uploadLinks,
  ),
  {
    name: 'upload link: opened once',
    breaks: 'the history of a case fills with openings of its link',
    changes: [
      ['upload-link-opened-once', 'if (isFirst)', 'if (request || isFirst)'],
      ['upload-link-first-opening', 'if (!request.opened_at)', 'if (request)'],
    ],
    tests: [uploadLinks],
  },
  without(
    'upload link: rate',
    ['upload-link-rate', 'takeFromBudget(limit,', 'void String('],
    'whoever has a link floods the service',
    uploadLinks,
  ),
  without(
    'upload: number of files',
    ['upload-count', 'kept.length - idle.length >= maxFiles ||', ''],
    'thirty files are sent through one link',
    uploads,
  ),
  without(
    'upload: several papers of a file',
    ['upload-papers-kept', 'u.papers || $2::text[]', '$2::text[]'],
    'one photo for two papers moves from one to the other, and the request is never complete',
    uploads,
  ),
  without(
    'upload: tries',
    ['upload-count', '|| tries >= maxTries', ''],
    'one file is sent damaged again and again without end',
    uploads,
  ),
  without(
    'upload: idle files',
    ['upload-idle', "state === 'RECEIVING' &&", "state === 'REFUSED' &&"],
    'five files that were never completed lock the person out',
    uploads,
  ),
  without(
    'upload: files that were idle',
    ['upload-count-received', 'received.length >= maxFiles', 'received.length < 0'],
    'files that rested for an hour come on top of five others',
    uploads,
  ),
  without(
    'upload: of the link',
    ['upload-of-link', ' and u.request_id = $2', ' and $2::bigint is not null'],
    'the progress of a file is read through another link',
    uploadLinks,
  ),
  without(
    'upload: a piece once',
    ['upload-piece-once', '|| offset < file.received', ''],
    'a piece that is sent twice is stored twice',
    uploads,
  ),
  without(
    'upload: a piece within the size',
    ['upload-piece-within-size', '|| offset + bytes.length > file.size', ''],
    'more is stored than was announced',
    uploads,
  ),
  without(
    'upload: checksum',
    ['upload-checksum', 'if (!createHash', 'if (false && !createHash'],
    'a file that was damaged on its way becomes a paper',
    uploads,
  ),
  without(
    'upload: proposed outcome',
    ['case-returned-by-paper', "isNew && row.state === 'PROPOSED'", "isNew && row.state === 'CLOSED'"],
    'a case is closed on papers that its reviewer has not seen',
    uploads,
  ),
  without(
    'upload: unfinished files',
    [
      'unfinished-uploads',
      "(r.withdrawn_at is not null or r.expires_at <= $1 or c.state = 'CLOSED')",
      '$1::timestamptz is not null',
    ],
    'a file that is still arriving is removed',
    uploadLinks,
  ),
]
