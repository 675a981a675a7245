// The files in deploy/ match the program: settings exist, files exist, and the promised hardening is in place.
import assert from 'node:assert/strict'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { describe, test } from 'vitest'
import { readRecipe } from '../../deploy/recipe.ts'
import { settingsReference } from '../../server/config/variables.ts'

const files = readdirSync('deploy', { recursive: true, encoding: 'utf8' })
  .filter((name) => /\.(ya?ml|service|example)$|Dockerfile$/.test(name) && !name.startsWith('monitoring'))
  .map((name) => [join('deploy', name), readFileSync(join('deploy', name), 'utf8')] as const)
const known = new Set([...settingsReference().matchAll(/^\| `(\w+)`/gm)].map(([, name]) => name!))
/** Variables of Node, of PostgreSQL's image and of systemd. */
const others = /^(NODE_ENV|POSTGRES_\w+|AF_\w+)$/

/** The variable names that each kind of file sets. */
const variablesIn = (text: string) =>
  [...text.matchAll(/(?:^|[\s,{"'=])([A-Z][A-Z0-9]*_[A-Z0-9_]*[A-Z0-9])(?==|:|, value|$)/gm)].map(
    ([, name]) => name!,
  )

describe('the files in deploy', () => {
  test.each(files)('%s sets only variables that the program reads', (_, text) => {
    const strange = variablesIn(text).filter(
      (name) => !known.has(name.replace(/_FILE$/, '')) && !others.test(name),
    )
    assert.deepEqual(strange, [])
  })

  test('control: a misspelt variable is detected in each kind of file', () => {
    for (const text of [
      'MASTER_KEYS_FILE: /run',
      '- { name: MASTER_KEYS, value: a }',
      'MASTER_KEYS=1',
      'name: MASTER_KEYS_FILE\n',
    ])
      assert.equal(variablesIn(text).length, 1, text)
  })

  test('the Dockerfile copies existing files and runs as a user that owns nothing [S-67]', () => {
    const stages = readRecipe(readFileSync('deploy/Dockerfile', 'utf8'))
    for (const { steps } of stages)
      for (const step of steps)
        if (step.kind === 'copy' && !step.from)
          for (const source of step.sources) assert(existsSync(source), source)
    assert.match(stages.at(-1)!.user ?? '', /^[1-9]\d{3,}:[1-9]\d{3,}$/)
  })

  test('control: an unknown Dockerfile instruction is an error', () => {
    assert.throws(() => readRecipe('FROM a\nADD x y'), /ADD/)
    assert.throws(() => readRecipe('RUN a'), /before FROM/)
  })

  test.each(['api', 'worker', 'migrate', 'backup'])(
    'the pods of %s have a read-only filesystem and cannot gain privileges [S-67]',
    (name) => {
      const text = readFileSync(`deploy/kubernetes/${name}.yaml`, 'utf8')
      const lines = [
        'readOnlyRootFilesystem: true',
        'allowPrivilegeEscalation: false',
        'drop: [ALL]',
        'runAsNonRoot: true',
        'seccompProfile: { type: RuntimeDefault }',
        'automountServiceAccountToken: false',
      ]
      for (const line of lines) assert(text.includes(line), line)
    },
  )

  test('no image names a registry', () => {
    const images = files.flatMap(([, text]) =>
      [...text.matchAll(/(?:^FROM|image:)\s+(\S+)/gm)].map(([, image]) => image!),
    )
    assert(images.length >= 6)
    for (const image of images) assert.match(image, /^[a-z]+(:[\w.-]+)?$/)
  })
})

test('the page build stage copies every file that its build imports and the documents it renders', () => {
  const stage = readFileSync('deploy/Dockerfile', 'utf8').split(/^FROM /m)[1] ?? ''
  const copied = [...stage.matchAll(/^COPY (.+) \S+$/gm)].flatMap(([, sources]) =>
    (sources as string).split(' '),
  )
  const isCopied = (file: string) => copied.some((source) => file === source || file.startsWith(`${source}/`))
  const seen = new Set<string>()
  const follow = (file: string): void => {
    if (seen.has(file)) return
    seen.add(file)
    for (const [, path] of readFileSync(file, 'utf8').matchAll(/(?:from |import\()'(\.[^']+\.ts)'/g))
      follow(join(dirname(file), path as string))
  }
  follow('scripts/pages/build-web.ts')
  assert.ok(seen.size > 5)
  assert.deepEqual(
    [...seen, 'docs/guides/en', 'docs/errors', 'web/guides'].filter((file) => !isCopied(file)),
    [],
  )
})
