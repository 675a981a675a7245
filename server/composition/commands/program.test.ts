import assert from 'node:assert/strict'
import { test } from 'vitest'
import { openProgram } from './program.ts'

test('a command that is loaded alone has the same options and subcommands as among all commands', async () => {
  const all = await openProgram()
  assert.ok(all.commands.length > 10)
  for (const command of all.commands) {
    const alone = (await openProgram(command.name())).commands.find((one) => one.name() === command.name())
    assert.equal(alone?.helpInformation(), command.helpInformation())
  }
})
