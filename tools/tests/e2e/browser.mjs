// Opens pages in Debian's Chromium and answers what functions of theirs give. Standard input: JSON
// {"chromium": path, "modules": folder, "visits": [{url, width?, height?, dark?, scripts?, picture?, region?,
// script}]}; standard output: a list with each visit's result. A request that leaves the files of
// the site fails the visit.
import { createRequire } from "node:module";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

const asked = JSON.parse(readFileSync(0, "utf8"));
const { chromium } = createRequire(join(asked.modules, "package.json"))("playwright-core");
const profile = mkdtempSync(join(tmpdir(), "daybook-chromium."));
const context = await chromium.launchPersistentContext(profile, {
  executablePath: asked.chromium,
  headless: true,
  args: ["--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run",
    "--disable-background-networking", "--disable-component-update", "--disable-sync"],
});
const results = [];
try {
  for (const visit of asked.visits) results.push(await result(visit));
} finally {
  await context.close();
  rmSync(profile, { recursive: true, force: true });
}
process.stdout.write(JSON.stringify(results));

async function result(visit) {
  const page = await context.newPage();
  const outside = [];
  page.on("request", (request) => {
    if (!/^(file|data|about):/.test(request.url())) outside.push(request.url());
  });
  await page.setViewportSize({ width: visit.width ?? 1280, height: visit.height ?? 800 });
  await page.emulateMedia({ colorScheme: visit.dark ? "dark" : "light" });
  await page.goto(visit.url, { waitUntil: "load" });
  for (const file of visit.scripts ?? []) await page.addScriptTag({ path: join(asked.modules, file) });
  const answer = await page.evaluate(`(${visit.script ?? "() => null"})()`);
  if (visit.picture) {
    const clip = visit.region ? await page.locator(visit.region).first() : page;
    await clip.screenshot({ path: visit.picture });
  }
  await page.close();
  if (outside.length > 0) throw new Error(`${visit.url} asks for ${outside.join(", ")}`);
  return answer;
}
