import { describe, expect, test } from 'vitest'
import type { TemplateLanguage } from '../../../src/cli/import/templates/languages.js'
import { toLiquid } from '../../../src/cli/import/templates/to-liquid.js'
import { ThreadClock } from '../../../src/lib/threads/thread-clock.js'
import { parseTemplate, renderTemplate } from '../../../src/services/sending/templates/template-language.js'

describe('is translated', () => {
  test.each<[TemplateLanguage, string, string]>([
    ['resend', 'Hello {{{NAME}}}', 'Hello {{ NAME }}'],
    ['mustachio', '{{name}} {{{html}}} {{& html}}', '{{ name }} {{ html | raw }} {{ html | raw }}'],
    [
      'mustachio',
      '{{#company}}{{name}}{{/company}}',
      '{% if company and company != 0 and company.size != 0 %}{{ company.name }}{% endif %}',
    ],
    ['mustachio', '{{#each a.b}}{{.}}{{/each}}', '{% for item1 in a.b %}{{ item1 }}{% endfor %}'],
    ['sendgrid', '{{! a comment }}A', 'A'],
    [
      'sendgrid',
      '{{#each a}}{{@index}}{{#each this.b}}{{x}}{{../y}}{{@root.z}}{{/each}}{{/each}}',
      '{% for item1 in a %}{{ forloop.index0 }}{% for item2 in item1.b %}{{ item2.x }}{{ item1.y }}{{ z }}{% endfor %}{% endfor %}',
    ],
    ['sendgrid', '{{#greaterThan total 10}}A{{else}}B{{/greaterThan}}', '{% if total > 10 %}A{% else %}B{% endif %}'],
    ['ses', '{{#unless paid}}Due{{/unless}}', '{% unless paid and paid != 0 and paid.size != 0 %}Due{% endunless %}'],
    ['sendgrid', 'Literal {% tag %}', "Literal {{ '{%' }} tag %}"],
    ['resend', 'No tags', 'No tags'],
    ['sendgrid', 'a{{!-- old: {{name}} --}}b', 'ab'],
    // The items of loops are called as nothing else is.
    ['ses', '{{#each a}}{{../item1}}{{/each}}', '{% for item2 in a %}{{ item1 }}{% endfor %}'],
    ['ses', '{{#each a}}{{x}}{{else}}{{x}}{{/each}}', '{% for item1 in a %}{{ item1.x }}{% else %}{{ x }}{% endfor %}'],
    ['ses', '{{^a}}None{{/a}}', '{% unless a and a != 0 and a.size != 0 %}None{% endunless %}'],
    // Links to leave, and what services know of recipients.
    ['resend', '{{{RESEND_UNSUBSCRIBE_URL}}} {{{UNSUBSCRIBE_URL}}}', '{{ unsubscribe_url }} {{ unsubscribe_url }}'],
    ['resend', '{{{FIRST_NAME}}} {{{EMAIL}}}', '{{ first_name }} {{ email }}'],
    ['resend', '{{{contact.first_name}}}', '{{ first_name }}'],
    ['sendgrid', '{{{unsubscribe}}} {{unsubscribe_preferences}}', '{{ unsubscribe_url }} {{ preferences_url }}'],
    ['sendgrid', '<a href="<%asm_group_unsubscribe_raw_url%>">', '<a href="{{ unsubscribe_url }}">'],
    ['mailgun', '%unsubscribe_url% 100% %20 %recipient_email%', '{{ unsubscribe_url }} 100% %20 {{ email }}'],
    ['ses', '{{amazonSESUnsubscribeUrl}}', '{{ unsubscribe_url }}'],
    ['mustachio', '<a href="{{{ pm:unsubscribe }}}">', '<a href="{{ unsubscribe_url }}">'],
    ['mustachio', '<p>{{{ pm:unsubscribe }}}</p>', '<p><a href="{{ unsubscribe_url }}">Unsubscribe</a></p>'],
  ])('%s: %s', (language, source, liquid) => {
    expect(toLiquid(source, language, true)).toBe(liquid)
  })

  test('without escapes in a text', () => {
    expect(toLiquid('{{{name}}}', 'sendgrid', false)).toBe('{{ name }}')
  })
})

describe('is refused by name', () => {
  test.each<[TemplateLanguage, string, string]>([
    ['sendgrid', '{{> footer}}', '{{> footer}} includes another template'],
    ['sendgrid', '{{insert name "default=A"}}', '{{insert name "default=A"}} has no counterpart'],
    ['sendgrid', '{{#and a b}}x{{/and}}', '{{#and a b}} has no counterpart'],
    ['sendgrid', '{{#if a}}x', 'the section if is not closed'],
    ['sendgrid', '{{#if a}}x{{/each}}', '{{/each}} closes no section'],
    ['sendgrid', '{{/if}}', '{{/if}} closes no section'],
    ['sendgrid', '{{else}}', '{{else}} is in no section'],
    ['sendgrid', '{{name', '{{name… is not closed'],
    ['mustachio', '{{this}}', '{{this}} has no counterpart'],
    ['resend', '{{{a-b}}}', '{{a-b}} has no counterpart'],
    ['resend', '{{{this.name}}}', '{{this.name}} has no counterpart'],
    ['resend', '{{{contact.plan}}}', '{{contact.plan}} has no counterpart'],
    ['resend', '{{name}}', '{{name}} has no counterpart'],
    ['ses', '{{#items}}x{{/items}}', '{{#items}} has no counterpart'],
    ['ses', '{{empty}}', '{{empty}} has no counterpart'],
    ['ses', '{{blank.name}}', '{{blank.name}} has no counterpart'],
    ['ses', '{{#if a}}{{else}}{{else}}{{/if}}', 'a section has {{else}} twice'],
    ['ses', '{{../a}}', '{{../a}} goes further up than there is'],
    ['ses', '\\{{name}}', '\\{{name}}… is no value'],
    ['mustachio', '{{!-- a {{b}} --}}', 'has a tag in it'],
    ['mustachio', '{{#each a}}{{@index}}{{/each}}', '{{@index}} has no counterpart'],
    ['sendgrid', '{{#equals a b c}}x{{/equals}}', '{{#equals a b c}} has no counterpart'],
    ['sendgrid', '<%asm_group_unsubscribe_url%>', '<%asm_group_unsubscribe_url%> has no counterpart'],
    ['mailgun', 'Hello %recipient.name%', '%recipient.name% has no counterpart'],
  ])('%s: %s', (language, source, reason) => {
    expect(() => toLiquid(source, language, true)).toThrow(reason)
  })
})

test.each([
  ['', false],
  [0, false],
  [[], false],
  [false, false],
  [null, false],
  [undefined, false],
  ['a', true],
  [1, true],
  [[0], true],
  [true, true],
  [{ a: 1 }, true],
])('a condition about %j is met: %s', async (a, isMet) => {
  const subject = toLiquid('{{#if a}}yes{{else}}no{{/if}}', 'ses', false)
  const opposite = toLiquid('{{^a}}no{{/a}}{{#unless a}}no{{/unless}}', 'ses', false)
  const parsed = parseTemplate({ subject, body_html: opposite || 'none', body_text: null })
  if ('kind' in parsed) throw new Error(parsed.message)
  const rendered = renderTemplate(parsed, { vars: { a } }, new ThreadClock(null))
  expect(rendered).toMatchObject({ subject: isMet ? 'yes' : 'no', body_html: isMet ? '' : 'nono' })
})

test('sections within each other are limited, and long templates take no longer than their length', () => {
  const open = '{{#if a}}'.repeat(100_000)
  expect(() => toLiquid(open, 'sendgrid', true)).toThrow('more than 32 sections are within each other')
  expect(toLiquid('{{#if a}}{{b}}{{/if}}'.repeat(50_000), 'sendgrid', true)).toHaveLength(
    50_000 * '{% if a and a != 0 and a.size != 0 %}{{ b }}{% endif %}'.length,
  )
})
