import { describe, expect, test } from 'vitest'
import { namesLogo } from '../../../src/services/domains/bimi-record.js'
import { judgeEnforcement } from '../../../src/services/domains/dmarc-enforcement.js'

const judge = (org: string | string[], own: string | string[] = []) => judgeEnforcement([org].flat(), [own].flat())

test.each([
  ['v=DMARC1; p=reject', [], true],
  ['v=DMARC1; p=quarantine', [], true],
  ['v=DMARC1;p=Quarantine;pct=100', [], true],
  ['v=DMARC1; p=reject; pct=50', [], true],
  ['v=DMARC1; p=quarantine; pct=99', [], false],
  ['v=DMARC1; p=quarantine; pct=', [], false],
  ['v=DMARC1; p=reject; t=y', [], false],
  ['v=DMARC1; p=reject; t=n', [], true],
  ['v=DMARC1; p=none', [], false],
  ['v=DMARC1; p=none; sp=reject', [], false],
  ['v=DMARC1; p=reject; sp=none', [], false],
  ['v=DMARC1; p=reject; sp=quarantine', [], true],
  ['v=DMARC1; p=reject; sp=quarantine; pct=10', [], false],
  ['v=DMARC1; rua=mailto:a@example.com', [], false],
  ['v=DMARC1', [], false],
  ['p=reject; v=DMARC1', [], false],
  ['v=spf1 -all', [], false],
  [['v=DMARC1; p=reject', 'v=DMARC1; p=reject'], [], false],
  [['some text', 'v=DMARC1; p=reject'], [], true],
  [[], [], false],
  // A domain below the organizational one.
  [[], 'v=DMARC1; p=reject', false],
  ['v=DMARC1; p=none', 'v=DMARC1; p=reject', false],
  ['v=DMARC1; p=reject', 'v=DMARC1; p=none', false],
  ['v=DMARC1; p=reject', 'v=DMARC1; p=quarantine', true],
  ['v=DMARC1; p=reject', 'v=DMARC1; p=quarantine; pct=1', false],
  ['v=DMARC1; p=reject; sp=none', 'v=DMARC1; p=reject', false],
])('DMARC of %j, with %j on the domain itself, is enforced: %s', (org, own, expected) => {
  expect(judge(org, own).at_enforcement).toBe(expected)
})

describe('the recommended record', () => {
  test.each([
    [[], [], 'v=DMARC1; p=quarantine;'],
    ['nonsense', [], 'v=DMARC1; p=quarantine;'],
    ['v=DMARC1; p=none; rua=mailto:a@example.com', [], 'v=DMARC1; p=quarantine; rua=mailto:a@example.com;'],
    ['v=DMARC1; p=reject; sp=none; adkim=s', [], 'v=DMARC1; p=reject; adkim=s;'],
    ['v=DMARC1; p=quarantine; pct=20; sp=reject', [], 'v=DMARC1; p=quarantine; sp=reject;'],
    ['v=DMARC1; p=reject; t=y', [], 'v=DMARC1; p=reject;'],
    [
      'v=DMARC1; p=reject; rua=mailto:a@x.example,mailto:b@x.example',
      [],
      'v=DMARC1; p=reject; rua=mailto:a@x.example,mailto:b@x.example;',
    ],
    [
      'v=DMARC1; p=reject',
      'v=DMARC1; p=none; ruf=mailto:b@x.example',
      'v=DMARC1; p=quarantine; ruf=mailto:b@x.example;',
    ],
    ['v=DMARC1; p=none', 'v=DMARC1; p=none; ruf=mailto:b@x.example', 'v=DMARC1; p=quarantine;'],
  ])('for %j and %j keeps the published tags and is enforced', (org, own, recommended) => {
    expect(judge(org, own).recommended).toBe(recommended)
    expect(judge(recommended).at_enforcement).toBe(true)
  })
})

test.each([
  [['v=BIMI1; l=https://a.example/l.svg;'], true],
  [['v=BIMI1;l=https://a.example/l.svg'], true],
  [['v=BIMI1; l=https://a.example/l.svg; a=https://a.example/vmc.pem'], true],
  [['v=BIMI1; a=; L = https://a.example/l.svg ;'], true],
  [['other', 'v=BIMI1; l=https://a.example/l.svg;'], true],
  [['v=BIMI1; l=https://a.example/L.svg;'], false],
  [['v=BIMI1; l=; a=;'], false],
  [['l=https://a.example/l.svg; v=BIMI1;'], false],
  [['v=BIMI2; l=https://a.example/l.svg;'], false],
  [['v=BIMI1; l=https://a.example/l.svg;', 'v=BIMI1; l=https://a.example/l.svg;'], false],
  [[], false],
])('the texts %j contain the logo: %s', (texts, expected) => {
  expect(namesLogo(texts, 'https://a.example/l.svg')).toBe(expected)
})
