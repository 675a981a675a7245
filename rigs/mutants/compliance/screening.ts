// Mutants of ongoing screening, sanctions lists and their differences.
import { type Mutant, without } from '../mutant.ts'

const fetching = 'server/compliance/lists/fetch-list.test.ts'
const ongoing = 'server/compliance/ongoing/rescreen.test.ts'

export const screening: readonly Mutant[] = [
  without(
    'ongoing screening: once per person',
    ['person-screened-once', ' and last_version <> $2', ''],
    'two workers count the same persons twice',
    ongoing,
  ),
  without(
    'ongoing screening: end of a relationship',
    ['relationship-window', '>= 0', '>= -1'],
    'persons who sent once, years ago, are screened for ever',
    ongoing,
  ),
  without(
    'list changes: undone in the end',
    ['unchanged-in-the-end', ' where before_hash is distinct from after_hash', ''],
    'officers review entries that did not change',
    'server/compliance/lists/changes.test.ts',
  ),
  without(
    'fetched lists: published hash',
    ['published-hash', '!(await hashesTo(path, wanted))', 'wanted === ""'],
    'a list that somebody changed on its way is imported',
    fetching,
  ),
  without(
    'fetched lists: a hash is needed',
    ['fetch-needs-hash', '.length !== 1', '.length > 1'],
    'a timer that forgot the hash imports whatever it gets',
    fetching,
  ),
  without(
    'downloads: addresses as given',
    ['download-url', 'isPublicUrl(url) || isLocal(url)', 'isPublicUrl(url) || url.protocol === "http:"'],
    'a redirect makes the machine call its private network',
    fetching,
  ),
  without(
    'downloads: addresses as resolved',
    [
      'download-address',
      'isPublicAddress(address) ||',
      'isPublicAddress(address) || address.startsWith("10.") ||',
    ],
    'a name of the publisher makes the machine call its private network',
    'server/platform/network/download.test.ts',
  ),
  without(
    'downloads: size',
    ['download-size', 'size > maxBytes', 'size > maxBytes * 1_000'],
    'a download fills the disk',
    fetching,
  ),
]
