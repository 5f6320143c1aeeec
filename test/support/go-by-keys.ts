import type { Page } from 'playwright-core'
import { eventually } from './start-app.js'

/** Goes to a page with the two keys of its shortcut. On a busy machine the second can come too late to belong to the first. */
export async function goByKeys(page: Page, [first, second]: [string, string], url: string): Promise<void> {
  await eventually(`the keys lead to ${url}`, async () => {
    await page.keyboard.press(first)
    await page.keyboard.press(second)
    return page.waitForURL(url, { timeout: 2_000 }).then(
      () => true,
      () => false,
    )
  })
}
