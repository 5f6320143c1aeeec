// Loaded by the service before anything else: removes its data folder when it ends, also if the tests that started it
// were killed.
import { rmSync } from 'node:fs'

const folder = process.env.POSTLINE_TESTING_FOLDER
// The processes that the service starts still need the folder when they end.
delete process.env.POSTLINE_TESTING_FOLDER
if (folder) process.on('exit', () => rmSync(folder, { recursive: true, force: true }))
