// Words that identifiers must not use because payments engineers use others, which docs/glossary.md lists.

/** Each refused word, and what to write instead. */
export const refusedWords: Record<string, string> = {
  told: 'notified, recorded, or the name of the message',
  tell: 'notify, publish, describe',
  tells: 'notifies, publishes, describes',
  heard: 'outcome, reply',
  news: 'outcome',
  answer: 'response (ours), reply or outcome (an upstream)',
  answers: 'responses, replies',
  answered: 'replied, responded',
  story: 'timeline, history, detail',
  dossier: 'detail',
  somebody: 'the role: payer, merchant, admin',
  people: 'the role: admins, payers',
  turns: 'semaphore',
}

/** Exceptions: a public field, and this list itself. */
export const allowedNames: { path: RegExp; names: RegExp; why: string }[] = [
  {
    path: /./,
    names: /^MM_NO_ANSWER$/,
    why: 'the API calls it so: a payer does not answer a prompt',
  },
  { path: /^scripts\/house\/refused-words\.ts$/, names: /./, why: 'the words themselves' },
  {
    path: /^(server\/remittance\/|web\/(api|console\/transfers)\/)/,
    names: /^answer$/,
    why: "a field of the admin API's response to an inquiry",
  },
  { path: /./, names: /^(MM_)?NO_ANSWER$/i, why: 'a reason that merchants see, fixed by the contract' },
  {
    path: /^sandbox\/operators\/collections\//,
    names: /^answer$/,
    why: 'what a payer does with a prompt: a field of a control',
  },
]

const wordsOf = (name: string) =>
  name
    .replaceAll(/([a-z\d])([A-Z])/g, '$1 $2')
    .split(/[^A-Za-z\d]+/)
    .flatMap((part) => part.split(' '))
    .map((word) => word.toLowerCase())

/** The largest and smallest values begin with `max` and `min`. */
const limit = /^(most|least)[A-Z](?!ikely|requent)/

/** Returns the names, declared in the file at `path`, that use a refused word. */
export const refusedNames = (path: string, names: string[]): string[] =>
  names.filter(
    (name) =>
      (limit.test(name) || wordsOf(name).some((word) => Object.hasOwn(refusedWords, word))) &&
      !allowedNames.some((allowed) => allowed.path.test(path) && allowed.names.test(name)),
  )
