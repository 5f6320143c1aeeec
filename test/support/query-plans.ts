import type { Connection, mongo } from 'mongoose'

/** A command that reads rows, as the driver sent it. */
export interface ReadCommand {
  collection: string
  command: mongo.Document
}

const READS = ['find', 'aggregate', 'count', 'distinct'] as const

/** Fields that belong to the run of a command and not to what it reads. */
const OF_THE_RUN = ['lsid', '$db', '$clusterTime', '$readPreference', 'txnNumber', 'readConcern', 'autocommit']

/** Notes the commands that read rows. The connection must have been opened with `monitorCommands=true`. */
export function watchReads(connection: Connection): { take(): ReadCommand[] } {
  let reads: ReadCommand[] = []
  connection.getClient().on('commandStarted', ({ commandName, command }) => {
    const name = READS.find((each) => each === commandName)
    if (!name || typeof command[name] !== 'string') return
    const own = Object.entries(command).filter(([key]) => !OF_THE_RUN.includes(key))
    reads.push({ collection: command[name], command: Object.fromEntries(own) })
  })
  return {
    take: () => {
      const taken = reads
      reads = []
      return taken
    },
  }
}

/** What one step of a command did: a scan of a collection, with what it examined and what came out of it. */
interface Step {
  docs: number
  keys: number
  returned: number
}

/** What examining may cost beyond what is returned: the ends of ranges, and a row that says that there is more. */
const SLACK = 12

/** What is wrong with the plan of a command; empty if nothing is. */
export async function planFaults(connection: Connection, { command }: ReadCommand): Promise<string[]> {
  const plan = await connection.db!.command({ explain: command, verbosity: 'executionStats' })
  const faults: string[] = []
  const stages = stagesOf(plan)
  if (stages.has('COLLSCAN')) faults.push('scans the collection')
  if (stages.has('SORT') || stages.has('SORT_KEY_GENERATOR')) faults.push('sorts in memory')
  for (const { docs, keys, returned } of stepsOf(plan)) {
    if (docs > 2 * returned + SLACK) faults.push(`examines ${docs} rows for ${returned}`)
    if (keys > 2 * returned + SLACK) faults.push(`examines ${keys} keys for ${returned}`)
  }
  return faults
}

/** The names of all stages of the plan that won. */
function stagesOf(node: unknown, found = new Set<string>()): Set<string> {
  if (Array.isArray(node)) for (const each of node) stagesOf(each, found)
  else if (typeof node === 'object' && node !== null) {
    const { stage, collectionScans, $sort } = node as Record<string, unknown>
    if (typeof stage === 'string') found.add(stage)
    if (Number(collectionScans ?? 0) > 0) found.add('COLLSCAN')
    if ($sort) found.add('SORT')
    for (const [key, own] of Object.entries(node)) {
      // What lost, and the command itself.
      if (!['rejectedPlans', 'command', 'parsedQuery', 'allPlansExecution', '$lookup'].includes(key))
        stagesOf(own, found)
    }
  }
  return found
}

/** The scans of a plan: its own, and those of a `$lookup`. */
function stepsOf(node: unknown): Step[] {
  if (Array.isArray(node)) return node.flatMap(stepsOf)
  if (typeof node !== 'object' || node === null) return []
  const { executionStats, totalDocsExamined, totalKeysExamined, nReturned, $lookup, executionStages, ...rest } =
    node as mongo.Document
  const inner = [...stepsOf(executionStats), ...Object.values(rest).flatMap(stepsOf)]
  if (totalDocsExamined === undefined) return inner
  const returned = executionStages ? returnedOf(executionStages) : Number(nReturned)
  return [{ docs: Number(totalDocsExamined), keys: Number(totalKeysExamined), returned }, ...inner]
}

/** How many rows a scan returned, also if they were only counted or grouped. */
function returnedOf(stage: mongo.Document): number {
  const group = groupIn(stage)
  if (group) return Number(group.inputStage.nReturned)
  return stage.stage === 'COUNT' ? Number(stage.nCounted) : Number(stage.nReturned)
}

function groupIn({ stage, inputStage }: mongo.Document): mongo.Document | null {
  if (!inputStage) return null
  return String(stage).toLowerCase() === 'group' ? { inputStage } : groupIn(inputStage)
}
