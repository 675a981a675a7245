import assert from 'node:assert/strict'
import { describe, test } from 'vitest'
import { passwordFault } from './password-rules.ts'

const own = ['Boutique Kivu', 'grace.mukendi@shop.example']

describe('[R4.13] refused passwords [S-59]', () => {
  test.each([
    ['', 'at least 12'],
    ['elevenchars', 'at least 12'],
    ['é'.repeat(11), 'at least 12'],
    [`${'kitenge-'.repeat(16)}x`, 'at most 128'],
    ['a lone \ud800 surrogate', 'cannot be typed'],
  ])('a password is refused for its length or characters: %j', (password, texts) => {
    assert.match(passwordFault(password, own) ?? '', new RegExp(texts))
  })

  test.each([
    'password1234',
    'Password123!',
    'P@ssw0rd2026',
    '!!Passw0rd!!',
    'passwordpassword',
    '123456789012',
    '098765432109',
    'qwertyuiop12',
    'qwerty123456',
    'AZERTYUIOP123',
    'abcdefghijkl',
    'aaaaaaaaaaaa',
    '121212121212',
    'abcabcabcabc',
    'Motdepasse2026',
    '1q2w3e4r5t6y',
    'administrator',
    'welcome-123456',
    'Likuta-2026-Likuta',
    'BoutiqueKivu2026',
    'grace.mukendi@shop.example',
    'Grace-Mukendi-1990',
    'ｐａｓｓｗｏｒｄ１２３４',
  ])('a password that guessers try first is refused: %j', (password) => {
    assert.equal(passwordFault(password, own), 'The password is too common')
  })

  test.each([
    'correct horse battery',
    'correct-horse-battery-staple',
    'mbongo ya sika na lelo',
    'Zebra!Tuyau?Lampe',
    'f3xQ9-Lm2vT-7kRb',
    'grace left her umbrella in Goma',
    'éùàçèêô piment',
    `kk${'itenge rouge, '.repeat(9)}`.slice(0, 128),
  ])('a password without digits or signs is accepted: %j', (password) => {
    assert.equal(passwordFault(password, own), undefined)
  })
})
