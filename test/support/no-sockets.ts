// Keeps unit tests from opening sockets: a test that does belongs to the whole run, and its file has to show it.
import { Server, Socket } from 'node:net'

const refuse = (): never => {
  throw new Error('a unit test opens no socket; scripts/house/unit-tests.ts finds the tests that do')
}
Server.prototype.listen = refuse
Socket.prototype.connect = refuse
