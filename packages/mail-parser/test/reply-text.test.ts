import { expect, test } from 'vitest'
import { htmlToText } from '../src/html-text.js'
import { toReplyText } from '../src/reply-text.js'

const replyTo = (...lines: string[]) => toReplyText(lines.join('\n'))
const replyToHtml = (html: string) => toReplyText(htmlToText(html, 10_000))

test.each([
  ['nothing quoted', ['Hello,', '', 'how are you?'], 'Hello,\n\nhow are you?'],
  ['a reply above', ['Yes.', '', 'On Mon, 2 Nov 2026 at 10:00, Ada <a@b.test> wrote:', '> Well?'], 'Yes.'],
  ['a reply below', ['On 2/11/26, Ada wrote:', '> Well?', '', 'Yes.'], 'Yes.'],
  ['a reply between', ['Ada wrote on 2 Nov:', '> One?', 'Yes.', '> Two?', 'No.'], 'Ada wrote on 2 Nov:\nYes.\nNo.'],
  ['a long introduction', ['Yes.', '', 'On Mon, 2 Nov 2026', 'at 10:00, Ada', '<a@b.test> wrote:', '', '> x'], 'Yes.'],
  ['an introduction without marks', ['Yes.', 'On 2 Nov 2026, Ada wrote:', 'Well?'], 'Yes.'],
  ['words that look like one', ['As she wrote:', 'no.'], 'As she wrote:\nno.'],
  ['only a quote', ['> x', '> y'], ''],
  ['nested quotes', ['Yes.', '>> a', '> b', ' > c'], 'Yes.'],
  ['an escaped From', ['>From here on', 'x'], '>From here on\nx'],
  ['a signature', ['Yes.', '', '-- ', 'Ada', 'Engineer'], 'Yes.'],
  ['a signature above the quote', ['Yes.', '-- ', 'Ada', '', 'On 2 Nov, Bob wrote:', '> x', 'More.'], 'Yes.\nMore.'],
  ['a rule that is no signature', ['a', '---', 'b'], 'a\n---\nb'],
  ['Sent from', ['Yes.', '', 'Sent from my iPhone'], 'Yes.'],
  ['Sent from, in the middle', ['Sent from my iPhone is fine.', '', 'Bye'], 'Sent from my iPhone is fine.\n\nBye'],
  ['Sent from, in German', ['Ja.', '', 'Gesendet von meinem iPhone'], 'Ja.'],
  ['Sent from, in German for short', ['Ja.', '', 'Von meinem iPad gesendet'], 'Ja.'],
  ['Sent from, in French', ['Oui.', '', 'Envoyé de mon iPhone'], 'Oui.'],
  ['Sent from, in Italian', ['Si.', '', 'Inviato da Posta per Windows'], 'Si.'],
  ['Sent from a program', ['Yes.', '', 'Sent from Mail for Windows 10'], 'Yes.'],
  ['Sent from a device of somebody', ['Yes.', '', 'Sent from my Galaxy S24 Ultra 5G, an AT&T smartphone'], 'Yes.'],
  ['Sent from a mail service', ['Yes.', '', 'Sent with Proton Mail secure email.'], 'Yes.'],
  ['Sent via a device', ['Yes.', '', 'Sent via BlackBerry'], 'Yes.'],
  ['Sent from, with a link', ['Yes.', '', 'Sent from Outlook for iOS<https://aka.ms/o0ukef>'], 'Yes.'],
  ['a sentence about sending', ['Hi.', '', 'Sent you a mail, please check.'], 'Hi.\n\nSent you a mail, please check.'],
  [
    'a sentence about windows',
    ['Hi.', '', 'Sent the windows back on Friday.', 'Bye', '', '> x'],
    'Hi.\n\nSent the windows back on Friday.\nBye',
  ],
  ['a sentence about a phone', ['Sent my phone in for repair.', '> x'], 'Sent my phone in for repair.'],
  ['a sentence about a mail', ['Sent it by mail yesterday.'], 'Sent it by mail yesterday.'],
  ['a sentence about an email', ['Sent via email.'], 'Sent via email.'],
  ['a sentence in German', ['Gesendet habe ich das per Mail am Montag.'], 'Gesendet habe ich das per Mail am Montag.'],
  [
    'a sentence that begins as such a line',
    ['Sent from our mail room on Monday.'],
    'Sent from our mail room on Monday.',
  ],
  ['Outlook', ['Yes.', '', '-----Original Message-----', 'From: Ada', 'Well?'], 'Yes.'],
  [
    'Outlook, later',
    [
      'Yes.',
      '',
      '________________________________',
      'From: Ada <a@b.test>',
      'Sent: Monday',
      'To: Bob',
      'Subject: x',
      '',
      'Well?',
    ],
    'Yes.',
  ],
  ['Outlook in German', ['Ja.', '', 'Von: Ada', 'Gesendet: Montag', 'An: Bob', 'Betreff: x', '', 'Na?'], 'Ja.'],
  ['a list that looks like headers', ['From: Rome', 'it is far.'], 'From: Rome\nit is far.'],
  [
    'a forwarded mail',
    ['See below.', '', '---------- Forwarded message ---------', 'Hello'],
    'See below.\n\n---------- Forwarded message ---------\nHello',
  ],
])('%s', (_name, lines, expected) => {
  expect(replyTo(...lines)).toBe(expected)
})

test.each([
  ['German', 'Am Mo., 2. Nov. 2026 um 10:00 Uhr schrieb Ada <a@b.test>:'],
  ['German, Thunderbird', 'Am 02.11.26 um 10:00 schrieb Ada:'],
  ['French', 'Le lun. 2 nov. 2026 à 10:00, Ada <a@b.test> a écrit :'],
  ['Spanish', 'El lun, 2 nov 2026 a las 10:00, Ada (<a@b.test>) escribió:'],
  ['Portuguese', 'Em seg., 2 de nov. de 2026 às 10:00, Ada <a@b.test> escreveu:'],
  ['Italian', 'Il giorno lun 2 nov 2026 alle ore 10:00 Ada <a@b.test> ha scritto:'],
  ['Dutch', 'Op ma 2 nov 2026 om 10:00 schreef Ada <a@b.test>:'],
  ['Swedish', 'Den mån 2 nov. 2026 kl 10:00 skrev Ada <a@b.test>:'],
  ['Polish', 'pon., 2 lis 2026 o 10:00 Ada <a@b.test> napisał(a):'],
  ['Russian', 'пн, 2 нояб. 2026 г. в 10:00, Ada <a@b.test>:'],
  ['Japanese', '2026年11月2日(月) 10:00 Ada <a@b.test>:'],
  ['Chinese', 'Ada <a@b.test> 于2026年11月2日周一 10:00写道：'],
  ['Turkish', 'Ada <a@b.test>, 2 Kas 2026 Pzt, 10:00 tarihinde şunu yazdı:'],
])('an introduction in %s', (_language, line) => {
  expect(replyTo('OK', '', line, '', '> quoted')).toBe('OK')
})

test.each([
  'On Mon, Ada Lovelace wrote:',
  'On Monday, Ada wrote:',
  'Yesterday Ada wrote:',
  'Am Montag schrieb Ada:',
  'Gestern schrieb Ada Lovelace:',
  'Le lundi, Ada a écrit :',
  'El lunes, Ada escribió:',
  'Na terça-feira, Ada escreveu:',
  'Lunedì Ada ha scritto:',
  'Op maandag schreef Ada:',
  'Den måndag skrev Ada:',
  'W środę Ada napisała:',
  'В понедельник Ада написала:',
  'Ada wrote:',
  'Ada K. Lovelace wrote:',
  '"Lovelace, Ada" wrote:',
  'Ada Lovelace schrieb:',
  'Ada Lovelace a écrit :',
  'Ада Лавлейс пишет:',
])('an introduction without date and address: %s', (line) => {
  expect(replyTo('OK', '', line, '> quoted')).toBe('OK')
  expect(replyTo('OK', line, '', '> quoted', 'Bye')).toBe('OK\n\nBye')
  // Without a quote below it may be anything.
  expect(replyTo('OK', '', line, 'text')).toBe(`OK\n\n${line}\ntext`)
})

test('an introduction without date and address may take two lines', () => {
  expect(replyTo('OK', '', 'On Monday,', 'Ada Lovelace wrote:', '> quoted')).toBe('OK')
})

test.each([
  'This is what he wrote:',
  'As she wrote:',
  'Ada said:',
  'I like what Ada wrote:',
  'Monday is fine. What do you mean by:',
  'Sunday:',
  'See what the team wrote:',
  'Ada Lovelace never wrote:',
])('text above a quote stays: %s', (line) => {
  expect(replyTo(line, '> quoted', 'Bye')).toBe(`${line}\nBye`)
})

test.each([
  [
    'Gmail',
    '<div dir="ltr">Yes.</div><br><div class="gmail_quote"><div class="gmail_attr">On Mon, 2 Nov 2026, Ada wrote:<br></div><blockquote class="gmail_quote">Well?</blockquote></div>',
  ],
  [
    'Apple Mail',
    'Yes.<br><div><br><blockquote type="cite"><div>On 2 Nov 2026, Ada wrote:</div><div>Well?</div></blockquote></div>',
  ],
  [
    'Outlook on the web',
    '<div>Yes.</div><hr><div id="divRplyFwdMsg"><b>From:</b> Ada<br><b>Sent:</b> x</div><div>Well?</div>',
  ],
  [
    'Outlook',
    '<p>Yes.</p><div><p><b>From:</b> Ada &lt;a@b.test&gt;<br><b>Sent:</b> Monday<br><b>To:</b> Bob<br><b>Subject:</b> x</p></div><p>Well?</p>',
  ],
  [
    'Thunderbird',
    '<p>Yes.</p><div class="moz-cite-prefix">On 02.11.26 10:00, Ada wrote:<br></div><blockquote type="cite">Well?</blockquote><div class="moz-signature">-- <br>Bob</div>',
  ],
  ['a signature', 'Yes.<div class="gmail_signature">Bob<br>Boss</div>'],
])('HTML of %s', (_name, html) => {
  expect(replyToHtml(html)).toBe('Yes.')
})

test('a quotation that the author made stays', () => {
  expect(replyToHtml('<p>He said:</p><blockquote>To be</blockquote><p>Or not.</p>')).toBe(
    'He said:\n\nTo be\n\nOr not.',
  )
})

test.each([
  ['words and lines', '<p>a  b\n c</p><p>d<br>e</p>', 'a b c\n\nd\ne'],
  ['lists and tables', '<ul><li>a</li><li>b</li></ul><table><tr><td>c</td><td>d</td></tr></table>', '- a\n- b\n\nc d'],
  [
    'links',
    '<a href="https://x.test/">here</a> <a href="https://y.test">https://y.test</a>',
    'here <https://x.test/> https://y.test',
  ],
  ['preformatted text', '<pre>a\n  b</pre>', 'a\n  b'],
  ['what nobody sees', '<style>x</style><script>y</script><title>t</title>z', 'z'],
  ['an open head', '<html><head><title>t</title><style>a{}</style><div>Hello</div></html>', 'Hello'],
  ['entities', '&lt;&eacute;&nbsp;x&#8203;y', '<é xy'],
])('text of HTML: %s', (_name, html, text) => {
  expect(htmlToText(html, 10_000)).toBe(text)
})
