<?php
// php laravel.php FILE make|work, or retry UUID: does this with Laravel's queue.
use Illuminate\Container\Container;
use Illuminate\Contracts\Debug\ExceptionHandler;
use Illuminate\Database\Capsule\Manager as Database;
use Illuminate\Events\Dispatcher;
use Illuminate\Queue\Capsule\Manager as Queue;
use Illuminate\Queue\Connectors\DatabaseConnector;
use Illuminate\Queue\Console\RetryCommand;
use Illuminate\Queue\Events\JobFailed;
use Illuminate\Queue\Failed\DatabaseUuidFailedJobProvider;
use Illuminate\Queue\Worker;
use Illuminate\Queue\WorkerOptions;
use Symfony\Component\Console\Input\ArrayInput;
use Symfony\Component\Console\Output\NullOutput;

foreach (['Queue', 'Database', 'Events', 'Console'] as $part) {
    require "Illuminate/$part/autoload.php";
}
[, $file, $what] = $argv;
touch($file);

class Carry
{
    public function fire($job, $data)
    {
        if ($data['to'] === 'nobody' && !getenv('MOVED')) {
            throw new RuntimeException('no such mailbox');
        }
        $job->delete();
    }
}

class Quiet implements ExceptionHandler
{
    public function report(Throwable $e) {}
    public function shouldReport(Throwable $e) { return false; }
    public function render($request, Throwable $e) {}
    public function renderForConsole($output, Throwable $e) {}
}

class App extends Container
{
    public function runningUnitTests() { return true; }
}

Container::setInstance($app = new App);
$events = new Dispatcher($app);
$app->instance('events', $events);
$app->instance(Illuminate\Contracts\Events\Dispatcher::class, $events);
$database = new Database($app);
$database->addConnection(['driver' => 'sqlite', 'database' => $file]);
$database->setAsGlobal();
$app->instance('db', $database->getDatabaseManager());
$queue = new Queue($app);
$queue->addConnection(['driver' => 'database', 'table' => 'jobs', 'queue' => 'default', 'retry_after' => 90], 'database');
$app['config']['queue.default'] = 'database';
$queues = $queue->getQueueManager();
$queues->addConnector('database', fn () => new DatabaseConnector($app['db']));
$app->instance('queue', $queues);
$failed = new DatabaseUuidFailedJobProvider($app['db'], 'default', 'failed_jobs');
$app->instance('queue.failer', $failed);
$events->listen(JobFailed::class, fn ($e) => $failed->log($e->connectionName, $e->job->getQueue(), $e->job->getRawBody(), $e->exception));

$work = function (int $jobs) use ($queues, $events) {
    $worker = new Worker($queues, $events, new Quiet, fn () => false);
    for ($n = 0; $n < $jobs; $n++) {
        $worker->runNextJob('database', 'default', new WorkerOptions('default', 3600, 128, 60, 0, 1));
    }
};
if ($what === 'make') {
    Database::schema()->create('jobs', function ($t) {
        $t->bigIncrements('id');
        $t->string('queue')->index();
        $t->longText('payload');
        $t->unsignedTinyInteger('attempts');
        $t->unsignedInteger('reserved_at')->nullable();
        $t->unsignedInteger('available_at');
        $t->unsignedInteger('created_at');
    });
    Database::schema()->create('failed_jobs', function ($t) {
        $t->id();
        $t->string('uuid')->unique();
        $t->text('connection');
        $t->text('queue');
        $t->longText('payload');
        $t->longText('exception');
        $t->timestamp('failed_at')->useCurrent();
    });
    $jobs = $queues->connection('database');
    foreach (['ann', 'nobody', 'nobody', 'nobody'] as $to) {
        $jobs->push('Carry', ['to' => $to]); // 1 to 4
    }
    $work(4);
    $jobs->later(3600, 'Carry', ['to' => 'ann']); // 5
    $jobs->push('Carry', ['to' => 'ann'], 'closed'); // 6
    $jobs->push('Carry', ['to' => 'ann'], 'closed'); // 7
    $jobs->pop('closed');
} elseif ($what === 'work') {
    $work(5);
} elseif ($what === 'retry') {
    $command = new RetryCommand;
    $command->setLaravel($app);
    $command->run(new ArrayInput(['id' => [$argv[3]]]), new NullOutput);
}
