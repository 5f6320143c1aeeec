import { rmSync, writeFileSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { helm, parseManifests, render } from '../support/kubernetes-tools.js'
import { makeScratch } from '../support/scratch.js'
import { containerOf, deploymentOf, rolesOf } from './helm/deployments.js'

test.skipIf(helm === null)('the commands and values of the guide are accepted', async () => {
  const folder = await makeScratch('guide')
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const guide = await readFile('docs/guides/kubernetes.md', 'utf8')
  const blocks = (language: string) =>
    [...guide.matchAll(new RegExp(`\`\`\`${language}\\n([\\s\\S]*?)\`\`\``, 'g'))].map(([, block]) => block!)
  const set = (block: string) => [...block.matchAll(/--set (\S+)/g)].flatMap(([, value]) => ['--set', value!])
  const install = blocks('sh').find((block) => block.includes('helm install'))!
  const literals = [...install.matchAll(/--from-literal=(\w+)=/g)].map(([, key]) => key!)
  const installed = parseManifests(await render(set(install)))
  expect(installed.find(({ kind }) => kind === 'ConfigMap')?.data).toMatchObject({
    BASE_URL: 'https://mail.example.com',
  })
  for (const role of rolesOf(installed)) {
    const { volumes } = deploymentOf(installed, role).spec.template.spec
    const mounted = volumes.find(({ name }: { name: string }) => name === 'secrets').secret.items
    for (const { key } of mounted) expect(literals, role).toContain(key)
  }

  const files = blocks('yaml').map((block, index) => {
    const file = join(folder, `guide-${index}.yaml`)
    writeFileSync(file, block)
    return ['--values', file]
  })
  expect(files).toHaveLength(2)
  const upgrade = blocks('sh').find((block) => block.includes('helm upgrade'))!
  const steps = upgrade.split('\n').filter((line) => /^upgrade( |$)/.test(line))
  const waiting = await Promise.all(
    steps.map(async (step) => {
      const versions = ['--set', 'image.tag=0.2.0', ...set(step.replaceAll('$old', '0.1.0'))]
      const manifests = parseManifests(await render([...files.flat(), ...versions]))
      return rolesOf(manifests).filter((role) => containerOf(deploymentOf(manifests, role)).image.endsWith(':0.1.0'))
    }),
  )
  expect(waiting).toEqual([['api', 'scheduler', 'smtp'], ['api', 'smtp'], []])
})
