import { gzipSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { readAggregateReport } from '../../../../src/services/receiving/dmarc-reports/read-report.js'
import { reportXml } from '../../../support/dmarc-reports.js'
import { zipOf } from '../../../support/zip.js'

const read = (text: string) => readAggregateReport(Buffer.from(text))
const XML = reportXml({ domain: 'shop.example', id: 'one' })

test.each([
  ['plain', Buffer.from(XML)],
  ['gzip', gzipSync(XML)],
  ['zip', zipOf([['report.xml', Buffer.from(XML)]])],
])('a report is read: %s', async (_name, file) => {
  expect(await readAggregateReport(file)).toMatchObject({
    domain: 'shop.example',
    report_id: 'one',
    messages: 1,
    aligned: 1,
  })
})

test('a report of Microsoft, with a namespace for schemas, envelopes and an override, is read', async () => {
  const report = await read(`<?xml version="1.0"?>
<feedback xmlns:xsd="http://www.w3.org/2001/XMLSchema" xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance">
  <version>1.0</version>
  <report_metadata><org_name>Enterprise Outlook</org_name><email>dmarcreport@microsoft.com</email>
    <report_id>8f1c2d</report_id><date_range><begin>1790000000</begin><end>1790086400</end></date_range></report_metadata>
  <policy_published><domain>Shop.Example</domain><adkim>r</adkim><aspf>r</aspf><p>quarantine</p><sp>quarantine</sp><pct>100</pct><fo>0</fo></policy_published>
  <record><row><source_ip>2001:DB8::1</source_ip><count>4</count>
    <policy_evaluated><disposition>none</disposition><dkim>fail</dkim><spf>fail</spf>
      <reason><type>local_policy</type><comment>arc=pass</comment></reason></policy_evaluated></row>
    <identifiers><envelope_to>example.net</envelope_to><envelope_from>shop.example</envelope_from><header_from>shop.example</header_from></identifiers>
    <auth_results><dkim><domain>shop.example</domain><selector>a</selector><result>fail</result></dkim>
      <spf><domain>shop.example</domain><scope>mfrom</scope><result>pass</result></spf></auth_results></record>
</feedback>`)
  expect(report).toMatchObject({
    org_name: 'Enterprise Outlook',
    domain: 'shop.example',
    policy: 'quarantine',
    messages: 4,
    aligned: 0,
  })
  expect(report!.sources).toEqual([
    {
      ...{ source_ip: '2001:db8::1', header_from: 'shop.example', count: 4, disposition: 'none' },
      ...{ dkim_aligned: false, spf_aligned: false },
    },
  ])
})

test('a report in the newer form is read: a namespace, unknown elements and the disposition pass', async () => {
  const report = await read(`<feedback xmlns="urn:ietf:params:xml:ns:dmarc-2.0"><version>1.0</version>
  <report_metadata><org_name>Yahoo</org_name><report_id>y</report_id><generator>new</generator>
    <date_range><begin>1790000000</begin><end>1790086400</end></date_range></report_metadata>
  <policy_published><domain>shop.example</domain><p>reject</p><np>reject</np><testing>n</testing><discovery_method>treewalk</discovery_method></policy_published>
  <record><row><source_ip>192.0.2.1</source_ip><count>3</count><policy_evaluated><disposition>pass</disposition><dkim>pass</dkim><spf>fail</spf></policy_evaluated></row>
    <identifiers><header_from>shop.example</header_from></identifiers></record>
  <record><row><source_ip>192.0.2.1</source_ip><count>2</count><policy_evaluated><disposition>pass</disposition><dkim>pass</dkim><spf>fail</spf></policy_evaluated></row>
    <identifiers><header_from>shop.example</header_from></identifiers></record>
  <extension><a><count>99</count></a></extension></feedback>`)
  expect(report).toMatchObject({
    policy: 'reject',
    messages: 5,
    aligned: 5,
    sources: [{ count: 5, disposition: 'pass' }],
  })
})

test('no address of a person is kept', async () => {
  const report = await read(reportXml({ domain: 'shop.example', org: 'ada@example.com' }))
  expect(report!.org_name).toBeNull()
  expect(JSON.stringify(report)).not.toContain('@')
})

const bomb = (megabytes: number) => Buffer.alloc(megabytes * 1024 * 1024, ' ')
const ENTITIES = '<!DOCTYPE feedback [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;&a;&a;&a;&a;&a;&a;&a;">]>'

test.each([
  ['a gzip bomb', gzipSync(Buffer.concat([Buffer.from(XML), bomb(64)]))],
  ['a zip bomb', zipOf([['r.xml', Buffer.concat([Buffer.from(XML), bomb(64)])]])],
  [
    'a zip that hides its size',
    zipOf([['r.xml', Buffer.concat([Buffer.from(XML), bomb(64)])]], { claimed: XML.length }),
  ],
  [
    'a zip with two entries',
    zipOf([
      ['a.xml', Buffer.from(XML)],
      ['b.xml', Buffer.from(XML)],
    ]),
  ],
  ['half a gzip', gzipSync(XML).subarray(0, 100)],
  ['half a zip', zipOf([['a.xml', Buffer.from(XML)]]).subarray(0, 200)],
  ['entities of its own', Buffer.from(XML.replace('<feedback>', `${ENTITIES}<feedback>`))],
  ['an external entity', Buffer.from(XML.replace('google.com<', '&xxe;<'))],
  ['deep nesting', Buffer.from(`<feedback>${'<a>'.repeat(100_000)}`)],
  ['another root', Buffer.from('<html></html>')],
  ['no XML', Buffer.from('Hello.')],
  ['nothing', Buffer.alloc(0)],
  ['no report id', Buffer.from(XML.replace('<report_id>one</report_id>', ''))],
  ['a range of years', Buffer.from(XML.replace(/<end>\d+/, '<end>4000000000'))],
])('is no report: %s', async (_name, file) => {
  expect(await readAggregateReport(file)).toBeNull()
})

test('rows that make no sense are left out, and of very many sources those with most mail are kept', async () => {
  const sense = await read(
    reportXml({ domain: 'shop.example', rows: [{ count: -1 }, { count: 1.5 }, { ip: 'x' }, { count: 2 }] }),
  )
  expect(sense).toMatchObject({ messages: 2, sources: [{ count: 2 }] })
  const rows = Array.from({ length: 5_000 }, (_none, index) => ({
    ip: `10.0.${index >> 8}.${index & 255}`,
    count: index + 1,
  }))
  const many = await read(reportXml({ domain: 'shop.example', rows }))
  expect(many).toMatchObject({ truncated: true, messages: (5_000 * 5_001) / 2 })
  expect(many!.sources).toHaveLength(200)
  expect(many!.sources[0]!.count).toBe(5_000)
})

test('a report with sections of characters is read', async () => {
  const report = await read(
    XML.replace('google.com<', '<![CDATA[google.com]]><').replace('<count>1<', '<count><![CDATA[4]]>2<'),
  )
  expect(report).toMatchObject({ org_name: 'google.com', messages: 42 })
})

test('of more than 20,000 records the first are read, and it is said that others are left out', async () => {
  const rows = Array.from({ length: 20_001 }, (_none, index) => ({ count: index < 20_000 ? 1 : 1_000 }))
  // Less than 8 MiB.
  const short = (some: typeof rows) =>
    reportXml({ domain: 'shop.example', rows: some })
      .replaceAll(/<auth_results>.*?<\/auth_results>/gs, '')
      .replaceAll(/\n\s*/g, '')
  expect(await read(short(rows))).toMatchObject({ messages: 20_000, truncated: true })
  expect(await read(short(rows.slice(0, 20_000)))).toMatchObject({ messages: 20_000, truncated: false })
})

test('a long name does not count again for each element below it', async () => {
  const name = 'x'.repeat(2_000_000)
  const below = '<a/>'.repeat(900_000)
  const before = process.cpuUsage()
  expect(await read(XML.replace('</feedback>', `<${name}>${below}</${name}></feedback>`))).toMatchObject({
    messages: 1,
  })
  // One path for each of them would be 1.8 TB.
  expect(process.cpuUsage(before).user / 1e6).toBeLessThan(20)
})

test('sums that are larger than GraphQL knows are its largest number', async () => {
  const rows = [1, 2, 3].map((last) => ({ ip: `10.0.0.${last}`, count: 1_000_000_000 }))
  expect(await read(reportXml({ domain: 'shop.example', rows }))).toMatchObject({
    ...{ messages: 2_147_483_647, aligned: 2_147_483_647, sources: [{ count: 1_000_000_000 }, {}, {}] },
  })
})
