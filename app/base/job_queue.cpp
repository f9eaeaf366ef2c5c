#include "base/job_queue.h"

#include <sys/resource.h>
#include <unistd.h>

#include <algorithm>
#include <utility>

namespace winnow {

namespace {

/// The caller's own work and a software renderer's threads go first.
void yield_to_others() {
    constexpr int background = 19;  // the niceness of what is in no hurry
    ::setpriority(PRIO_PROCESS, static_cast<id_t>(::gettid()), background);  // Linux: of this thread alone
}

}  // namespace

JobQueue::JobQueue(unsigned threads, std::size_t max_waiting)
    : max_waiting_(std::max<std::size_t>(max_waiting, 1)) {
    for (unsigned i = 0; i < std::max(threads, 1u); ++i) threads_.emplace_back([this] { work(); });
}

JobQueue::~JobQueue() {
    {
        const std::scoped_lock lock(mutex_);
        waiting_.clear();
        ends_ = true;
    }
    changed_.notify_all();
    for (std::thread& thread : threads_) thread.join();
}

void JobQueue::add(std::function<void()> job) {
    std::unique_lock lock(mutex_);
    changed_.wait(lock, [&] { return failure_ ? running_ == 0 : waiting_.size() < max_waiting_; });
    rethrow(lock);
    waiting_.push_back(std::move(job));
    lock.unlock();
    changed_.notify_all();
}

void JobQueue::wait() {
    std::unique_lock lock(mutex_);
    changed_.wait(lock, [&] { return waiting_.empty() && running_ == 0; });
    rethrow(lock);
}

void JobQueue::rethrow(std::unique_lock<std::mutex>& lock) {
    if (!failure_) return;
    const std::exception_ptr failure = std::exchange(failure_, nullptr);
    lock.unlock();
    std::rethrow_exception(failure);
}

void JobQueue::work() {
    yield_to_others();
    std::unique_lock lock(mutex_);
    for (;;) {
        changed_.wait(lock, [&] { return !waiting_.empty() || ends_; });
        if (ends_) return;
        const std::function<void()> job = std::move(waiting_.front());
        waiting_.pop_front();
        ++running_;
        lock.unlock();
        std::exception_ptr thrown;
        try {
            job();
        } catch (...) {
            thrown = std::current_exception();
        }
        lock.lock();
        --running_;
        if (thrown && !failure_) {
            failure_ = thrown;
            waiting_.clear();
        }
        changed_.notify_all();
    }
}

}  // namespace winnow
