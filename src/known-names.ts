/** Variables that are known to belong to others: who sets or reads them, in words that hold as the reason of an allow entry. */

export interface KnownName {
  /** The key for `allow`: the name, or the pattern of its family. */
  readonly key: string;
  /** One sentence, true in every project. */
  readonly reason: string;
}

/** Whose variable it is, of a name or a `HEAD_*`; null where it may be the project's own. */
export function knownName(name: string): KnownName | null {
  const exact = NAMES.get(name);
  if (exact !== undefined) return { key: name, reason: exact };
  const head = name.endsWith("*") ? name.slice(0, -1) : name;
  return FAMILIES.find(({ key }) => head.startsWith(key.slice(0, -1))) ?? null;
}

/** Left out is what programs name for themselves as often as others do: PORT, HOST, DEBUG, DATABASE_URL. A family is listed where its head is its owner's alone. */
const OWNED: readonly (readonly [reason: string, keys: string])[] = [
  ["Set by Node tools; bundlers inline it.", "NODE_ENV"],
  ["Read by Node.js itself.", "NODE_OPTIONS NODE_PATH NODE_DEBUG NODE_EXTRA_CA_CERTS NODE_TLS_REJECT_UNAUTHORIZED NODE_NO_WARNINGS NODE_V8_COVERAGE NODE_COMPILE_CACHE NODE_REPL_HISTORY UV_THREADPOOL_SIZE"],
  ["Set by npm and its kin for the scripts that they run.", "npm_* INIT_CWD"],
  ["Read by npm as its configuration.", "NPM_CONFIG_*"],
  ["Terminal tools agree on it to switch colours.", "NO_COLOR FORCE_COLOR CLICOLOR CLICOLOR_FORCE"],
  ["Set by the terminal.", "TERM TERM_PROGRAM TERM_PROGRAM_VERSION COLORTERM WT_SESSION"],

  ["The operating system's list of folders with programs.", "PATH Path PATHEXT"],
  ["Set by the operating system or the shell for every program.", "HOME USER LOGNAME SHELL PWD OLDPWD HOSTNAME"],
  ["The operating system's folder for temporary files.", "TMPDIR TEMP TMP"],
  ["Set by Windows.", "USERPROFILE USERNAME COMPUTERNAME APPDATA LOCALAPPDATA PROGRAMDATA ProgramData PROGRAMFILES ProgramFiles SYSTEMROOT SystemRoot SYSTEMDRIVE SystemDrive WINDIR windir HOMEDRIVE HOMEPATH COMSPEC ComSpec PROCESSOR_ARCHITECTURE PROCESSOR_ARCHITEW6432"],
  ["Set by the Windows Subsystem for Linux.", "WSL_DISTRO_NAME WSL_INTEROP"],
  ["The time zone of the process, as POSIX names it.", "TZ"],
  ["The locale of the process, as POSIX names it.", "LANG LANGUAGE LC_*"],
  ["Names a folder or a session of the user, as the XDG specifications say.", "XDG_*"],
  ["Set by the desktop session.", "DISPLAY WAYLAND_DISPLAY"],
  ["Chosen by the user for all programs.", "EDITOR VISUAL PAGER"],
  ["Set by SSH.", "SSH_AUTH_SOCK SSH_CLIENT SSH_CONNECTION SSH_TTY"],
  ["Network tools agree on it to find the proxy.", "HTTP_PROXY HTTPS_PROXY NO_PROXY ALL_PROXY http_proxy https_proxy no_proxy all_proxy"],
  ["Read by OpenSSL to find certificates.", "SSL_CERT_FILE SSL_CERT_DIR"],
  ["Fixes the time of reproducible builds.", "SOURCE_DATE_EPOCH"],

  ["Set by CI services.", "CI CONTINUOUS_INTEGRATION"],
  [
    "Set by GitHub Actions.",
    "GITHUB_ACTIONS GITHUB_ACTION GITHUB_ACTION_* GITHUB_ACTOR GITHUB_ACTOR_ID GITHUB_API_URL GITHUB_BASE_REF GITHUB_ENV GITHUB_EVENT_NAME GITHUB_EVENT_PATH GITHUB_GRAPHQL_URL GITHUB_HEAD_REF GITHUB_JOB GITHUB_OUTPUT GITHUB_PATH GITHUB_REF GITHUB_REF_* GITHUB_REPOSITORY GITHUB_REPOSITORY_* GITHUB_RETENTION_DAYS GITHUB_RUN_* GITHUB_SERVER_URL GITHUB_SHA GITHUB_STATE GITHUB_STEP_SUMMARY GITHUB_TRIGGERING_ACTOR GITHUB_WORKFLOW GITHUB_WORKFLOW_* GITHUB_WORKSPACE RUNNER_ARCH RUNNER_DEBUG RUNNER_ENVIRONMENT RUNNER_NAME RUNNER_OS RUNNER_TEMP RUNNER_TOOL_CACHE ACTIONS_RUNTIME_* ACTIONS_ID_TOKEN_*",
  ],
  ["Named by GitHub, whose Actions and command line use it.", "GITHUB_TOKEN GH_TOKEN"],
  ["Set by GitLab CI.", "GITLAB_CI GITLAB_USER_* CI_COMMIT_* CI_JOB_* CI_PIPELINE_* CI_PROJECT_* CI_MERGE_REQUEST_* CI_REGISTRY CI_REGISTRY_* CI_SERVER_*"],
  ["Set by CircleCI.", "CIRCLECI CIRCLE_BRANCH CIRCLE_BUILD_* CIRCLE_JOB CIRCLE_NODE_* CIRCLE_PROJECT_* CIRCLE_PULL_REQUEST CIRCLE_PULL_REQUESTS CIRCLE_SHA1 CIRCLE_TAG CIRCLE_WORKFLOW_*"],
  ["Set by Buildkite.", "BUILDKITE BUILDKITE_*"],
  ["Set by Travis CI.", "TRAVIS TRAVIS_*"],
  ["Set by Jenkins.", "JENKINS_URL JENKINS_HOME"],
  ["Set by Azure Pipelines.", "TF_BUILD"],
  ["Set by TeamCity.", "TEAMCITY_VERSION"],
  ["Set by Bitbucket Pipelines.", "BITBUCKET_BRANCH BITBUCKET_BUILD_NUMBER BITBUCKET_COMMIT"],

  ["Named by Vercel for its builds, functions and tools.", "VERCEL VERCEL_* NEXT_PUBLIC_VERCEL_*"],
  ["Set by Next.js.", "NEXT_RUNTIME NEXT_PHASE __NEXT_*"],
  ["Named by Netlify for its builds, functions and tools.", "NETLIFY NETLIFY_*"],
  ["Set by Cloudflare Pages.", "CF_PAGES CF_PAGES_*"],
  ["Named by Railway for its deployments and tools.", "RAILWAY_*"],
  ["Set by Render.", "RENDER RENDER_EXTERNAL_HOSTNAME RENDER_EXTERNAL_URL RENDER_GIT_* RENDER_INSTANCE_ID RENDER_SERVICE_*"],
  ["Set by Fly.io.", "FLY_ALLOC_ID FLY_APP_NAME FLY_IMAGE_REF FLY_MACHINE_ID FLY_PRIVATE_IP FLY_REGION"],
  ["Set by Heroku.", "DYNO HEROKU_APP_NAME HEROKU_RELEASE_VERSION HEROKU_SLUG_COMMIT"],
  ["Read by the AWS SDKs and command line.", "AWS_ACCESS_KEY_ID AWS_SECRET_ACCESS_KEY AWS_SESSION_TOKEN AWS_REGION AWS_DEFAULT_REGION AWS_PROFILE AWS_CONFIG_FILE AWS_SHARED_CREDENTIALS_FILE AWS_ROLE_ARN AWS_WEB_IDENTITY_TOKEN_FILE AWS_ENDPOINT_URL AWS_CONTAINER_CREDENTIALS_*"],
  ["Set by AWS Lambda.", "AWS_LAMBDA_* AWS_EXECUTION_ENV LAMBDA_TASK_ROOT LAMBDA_RUNTIME_DIR _HANDLER _X_AMZN_TRACE_ID"],
  ["Set by Amazon ECS.", "ECS_CONTAINER_METADATA_URI ECS_CONTAINER_METADATA_URI_V4"],
  ["Read by the libraries of Google Cloud.", "GOOGLE_APPLICATION_CREDENTIALS GOOGLE_CLOUD_PROJECT GCLOUD_PROJECT"],
  ["Set by Cloud Run and Knative.", "K_SERVICE K_REVISION K_CONFIGURATION"],
  ["Set by Azure App Service.", "WEBSITE_INSTANCE_ID WEBSITE_SITE_NAME"],
  ["Set by Kubernetes in every container.", "KUBERNETES_SERVICE_HOST KUBERNETES_SERVICE_PORT"],
  ["Read by the tools of Kubernetes.", "KUBECONFIG"],
  ["Read by the tools of Docker.", "DOCKER_HOST DOCKER_CONFIG"],

  ["Set by Vitest while tests run.", "VITEST VITEST_*"],
  ["Set by Jest in its workers.", "JEST_WORKER_ID"],
  ["Read by the SDKs of OpenTelemetry, whose specification names it.", "OTEL_*"],
  ["Read by the clients of PostgreSQL.", "PGHOST PGPORT PGUSER PGPASSWORD PGDATABASE PGSSLMODE"],
];

const LISTED: readonly KnownName[] = OWNED.flatMap(([reason, keys]) => keys.split(" ").map((key) => ({ key, reason })));
const NAMES: ReadonlyMap<string, string> = new Map(LISTED.filter(({ key }) => !key.endsWith("*")).map(({ key, reason }) => [key, reason]));
const FAMILIES = LISTED.filter(({ key }) => key.endsWith("*"));
