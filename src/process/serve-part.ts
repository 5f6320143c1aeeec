import { once } from 'node:events'
import { serve } from './serve.js'

/**
 * Runs the roles in `env` as a part of the process tree. Loads them while the servers start: the settings that depend on the
 * servers come in a message of the supervisor.
 */
export async function servePart(env: NodeJS.ProcessEnv): Promise<void> {
  const message = once(process, 'message')
  // An error is reported by what needs the module.
  import('../app.js').then(({ loadRoles }) => loadRoles(env.ROLES?.split(',') ?? [])).catch(() => undefined)
  const [settings] = await message
  await serve({ ...env, ...settings })
}
