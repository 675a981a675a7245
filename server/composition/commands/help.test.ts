import assert from 'node:assert/strict'
import type { Command } from 'commander'
import { describe, expect, test } from 'vitest'
import { openProgram } from './program.ts'

type Named = { path: string; command: Command; help: string }

function commandsIn(command: Command, path = 'likuta'): Named[] {
  let help = ''
  command.configureOutput({ writeOut: (text) => (help += text), getOutHelpWidth: () => 80 })
  command.outputHelp()
  const below = command.commands.flatMap((each) => commandsIn(each, `${path} ${each.name()}`))
  return [{ path, command, help }, ...below]
}

const commands = commandsIn(await openProgram())

describe.each(commands)('$path', ({ path, command, help }) => {
  test('the help of a command fits 80 columns', () => {
    assert.deepEqual(
      help.split('\n').filter((line) => line.length > 80 && !/^ {2}(eval|likuta) /.test(line)),
      [],
    )
  })

  test('every argument and option of a command is explained', () => {
    for (const { description } of [...command.options, ...command.registeredArguments]) assert.ok(description)
  })

  test('the help of a command ends with examples, which name only its own options', () => {
    const [, examples = ''] = help.split('Examples:\n')
    assert.ok(examples.trim(), path)
    for (const line of examples.replaceAll('\\\n', '').trim().split('\n')) {
      const words = line
        .replace(/^eval "\$\((.*)\)"$/, '$1')
        .trim()
        .replace(/^[A-Z_]+=\S+ /, '')
        .split(/\s+/)
      const called = commands
        .filter((each) => words.join(' ').startsWith(each.path))
        .toSorted((a, b) => b.path.length - a.path.length)[0]!
      const known = called.command.options.map(({ long }) => long)
      const used = words.filter((word) => word.startsWith('--'))
      expect(known, line).toEqual(expect.arrayContaining(used))
      const required = called.command.options.filter(({ mandatory }) => mandatory).map(({ long }) => long)
      expect(used, line).toEqual(expect.arrayContaining(required))
    }
  })
})
