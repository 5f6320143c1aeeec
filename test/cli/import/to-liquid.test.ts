import { describe, expect, test } from 'vitest'
import { type TemplateLanguage, toLiquid } from '../../../src/cli/import/to-liquid.js'

describe('is translated', () => {
  test.each<[TemplateLanguage, string, string]>([
    ['resend', 'Hello {{{FIRST_NAME}}}', 'Hello {{ FIRST_NAME }}'],
    ['mustachio', '{{name}} {{{html}}} {{& html}}', '{{ name }} {{ html | raw }} {{ html | raw }}'],
    ['mustachio', '{{#company}}{{name}}{{/company}}', '{% if company %}{{ company.name }}{% endif %}'],
    ['mustachio', '{{#each a.b}}{{.}}{{/each}}', '{% for item1 in a.b %}{{ item1 }}{% endfor %}'],
    ['handlebars', '{{! a comment }}A', 'A'],
    [
      'handlebars',
      '{{#each a}}{{@index}}{{#each this.b}}{{x}}{{../y}}{{@root.z}}{{/each}}{{/each}}',
      '{% for item1 in a %}{{ forloop.index0 }}{% for item2 in item1.b %}{{ item2.x }}{{ item1.y }}{{ z }}{% endfor %}{% endfor %}',
    ],
    ['handlebars', '{{#greaterThan total 10}}A{{else}}B{{/greaterThan}}', '{% if total > 10 %}A{% else %}B{% endif %}'],
    ['ses', '{{#unless paid}}Due{{/unless}}', '{% unless paid %}Due{% endunless %}'],
    ['handlebars', 'Literal {% tag %}', "Literal {{ '{%' }} tag %}"],
    ['resend', 'No tags', 'No tags'],
  ])('%s: %s', (language, source, liquid) => {
    expect(toLiquid(source, language, true)).toBe(liquid)
  })

  test('without escapes in a text', () => {
    expect(toLiquid('{{{name}}}', 'handlebars', false)).toBe('{{ name }}')
  })
})

describe('is refused by name', () => {
  test.each<[TemplateLanguage, string, string]>([
    ['handlebars', '{{> footer}}', '{{> footer}} includes another template'],
    ['handlebars', '{{insert name "default=A"}}', '{{insert name "default=A"}} has no counterpart'],
    ['handlebars', '{{#and a b}}x{{/and}}', '{{#and a b}} has no counterpart'],
    ['handlebars', '{{#if a}}x', 'the section if is not closed'],
    ['handlebars', '{{#if a}}x{{/each}}', '{{/each}} closes no section'],
    ['handlebars', '{{/if}}', '{{/if}} closes no section'],
    ['handlebars', '{{else}}', '{{else}} is in no section'],
    ['handlebars', '{{name', '{{name… is not closed'],
    ['mustachio', '{{this}}', '{{this}} has no counterpart'],
    ['resend', '{{{a-b}}}', '{{a-b}} has no counterpart'],
  ])('%s: %s', (language, source, reason) => {
    expect(() => toLiquid(source, language, true)).toThrow(reason)
  })
})

test('sections within each other are limited, and long templates take no longer than their length', () => {
  const open = '{{#if a}}'.repeat(100_000)
  expect(() => toLiquid(open, 'handlebars', true)).toThrow('more than 32 sections are within each other')
  expect(toLiquid('{{#if a}}{{b}}{{/if}}'.repeat(50_000), 'handlebars', true)).toHaveLength(50_000 * 28)
})
