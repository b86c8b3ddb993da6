package workspace

// runners are the programs that run or obey files by their names, and which those are.
var runners = []runner{
	runs("git runs it by itself", `
		.githooks/ hooks/applypatch-msg hooks/commit-msg hooks/fsmonitor-watchman hooks/p4-* hooks/post-* hooks/pre-* hooks/prepare-commit-msg
		hooks/proc-receive hooks/push-to-checkout hooks/reference-transaction hooks/sendemail-validate hooks/update
		.husky/ .lefthook/ lefthook.yml lefthook.yaml .lefthook.yml .lefthook.yaml lefthook-local.yml
		.pre-commit-config.yaml .pre-commit-hooks.yaml .overcommit.yml captainhook.json`),
	runs("git obeys it, and runs the programs that settings name for it", `
		.gitattributes .gitmodules .gitconfig .lfsconfig .config/git/ *.git/ HEAD`),
	runs("an editor runs what it says when the folder is opened", `
		.vscode/ *.code-workspace .idea/ *.iml .fleet/ .zed/ .vs/ .nova/ .theia/ .helix/ *.sublime-project
		.vimrc _vimrc .gvimrc .exrc .nvimrc .nvim.lua .lvimrc .vim/ .config/nvim/ .emacs .emacs.d/ .dir-locals.el .dir-locals-2.el
		.devcontainer/ .devcontainer.json devcontainer.json .gitpod.yml .ipynb_checkpoints/ ipython_config.py jupyter_*config.py .ipython/ .jupyter/`),
	runs("a shell runs it when it starts or enters the folder", `
		.envrc .direnvrc .autoenv .autoenv.zsh .env.leave mise.toml .mise.toml mise.local.toml .mise/ .config/mise/ .tool-versions .asdfrc
		.bashrc .bash_profile .bash_login .bash_logout .bash_aliases .profile .zshrc .zshenv .zprofile .zlogin .zlogout .kshrc .mkshrc
		.cshrc .tcshrc .login .logout .xinitrc .xprofile .xsession .xsessionrc .pam_environment .inputrc .tmux.conf .screenrc .wezterm.lua
		.config/fish/ .config/nushell/ .config/powershell/ profile.ps1 *_profile.ps1`),
	runs("the system runs it at login, by the clock, or on a click", `
		.config/autostart/ .config/systemd/ .local/share/systemd/ .local/share/applications/ .local/bin/ Library/LaunchAgents/ Library/LaunchDaemons/
		Start?Menu/Programs/Startup/ Startup/*.bat *.desktop *.service *.timer *.lnk *.url *.scf autorun.inf desktop.ini crontab .crontab cron.d/ cron.daily/ cron.hourly/ cron.weekly/ cron.monthly/
		authorized_keys ssh_config sshd_config`),
	runs("a build or an everyday command runs what it says", `
		Makefile GNUmakefile Makefile.* *.mk *.mak justfile .justfile Taskfile.yml Taskfile.yaml Rakefile *.rake SConstruct SConscript Snakefile wscript
		CMakeLists.txt *.cmake CMakePresets.json CMakeUserPresets.json meson.build configure configure.ac *.m4
		BUILD BUILD.bazel WORKSPACE WORKSPACE.bazel MODULE.bazel *.bzl .bazelrc *.bazelrc .bazeliskrc BUCK .buckconfig
		*.gradle *.gradle.kts gradle.properties gradle/wrapper/ gradlew gradlew.bat pom.xml .mvn/ mvnw mvnw.cmd build.xml *.sbt
		build.zig build.zig.zon Package.swift *.xcconfig project.pbxproj *.xcscheme Podfile Fastfile
		*.csproj *.fsproj *.vbproj *.vcxproj *.proj *.targets *.props nuget.config
		*.nix Dockerfile *.dockerfile Dockerfile.* Containerfile docker-compose*.yml docker-compose*.yaml compose.yml compose.yaml
		Vagrantfile Procfile Tiltfile Earthfile *.tf .terraformrc terraform.rc
		build.rs Cargo.toml .cargo/ rust-toolchain rust-toolchain.toml dune dune-project Setup.hs *.cabal cabal.project stack.yaml
		mix.exs .formatter.exs rebar.config project.clj deps.edn Makefile.PL Build.PL`),
	runs("a package manager or test runner runs what it says", `
		package.json .npmrc .yarnrc .yarnrc.yml .yarn/ .pnp.cjs .pnp.loader.mjs .pnpmfile.cjs pnpm-workspace.yaml bunfig.toml deno.json deno.jsonc
		lerna.json nx.json turbo.json *.config.js *.config.cjs *.config.mjs *.config.ts *.config.cts *.config.mts *.conf.js
		.babelrc* .eslintrc* .prettierrc* .stylelintrc* .lintstagedrc* .mocharc* .postcssrc* .commitlintrc* Gruntfile.* gulpfile.*
		node_modules/.bin/ setup.py setup.cfg pyproject.toml conftest.py pytest.ini tox.ini noxfile.py fabfile.py Pipfile
		sitecustomize.py usercustomize.py *.pth pyvenv.cfg pip.conf pip.ini .pypirc .venv/bin/ venv/bin/ .venv/Scripts/ venv/Scripts/ .pdbrc
		Gemfile *.gemspec .rspec .irbrc .pryrc config.ru composer.json .php-cs-fixer.php .Rprofile .Renviron .ghci .ocamlinit .iex.exs startup.jl
		.gdbinit .lldbinit .gdbinit.* .curlrc .wgetrc .psqlrc .sqliterc .my.cnf`),
	runs("a build server runs it after the next push", `
		.github/workflows/ .github/actions/ action.yml action.yaml .gitlab-ci.yml .gitlab/ .circleci/ .travis.yml appveyor.yml .appveyor.yml
		azure-pipelines*.yml .azure-pipelines/ .drone.yml .woodpecker.yml .woodpecker/ bitbucket-pipelines.yml .buildkite/ cloudbuild.yaml
		Jenkinsfile .forgejo/ .gitea/ .cirrus.yml .semaphore/ netlify.toml vercel.json .readthedocs.yaml`),
	runs("a web server obeys it", ".htaccess .htpasswd web.config .user.ini"),
	runs("agents obey it in every later chat", `
		.redline/ REDLINE.md AGENTS.md AGENT.md AGENTS.override.md CLAUDE.md CLAUDE.local.md .claude/ GEMINI.md .gemini/ .codex/
		.cursor/ .cursorrules .cursorignore .windsurf/ .windsurfrules .codeiumignore .clinerules .clinerules/ .clineignore .cline/ .roo/ .roorules .roomodes
		.kiro/ .kilocode/ .aider* .continue/ .continuerules .junie/ .amazonq/ .augment/ .augment-guidelines .trae/ .goosehints .opencode/ opencode.json
		copilot-instructions.md .github/instructions/ .github/prompts/ .github/chatmodes/ .github/agents/ .mcp.json mcp.json mcp_config.json`),
}
